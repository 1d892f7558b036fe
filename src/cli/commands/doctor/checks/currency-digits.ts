import {
  type CurrencyDigits,
  findMinorUnitDigits,
  formatCurrencyDigits,
  upperCaseCurrency,
} from '../../../../client/money/currency-digits.ts';
import { counted } from '../../../terminal/format.ts';
import { check, ok, problem, undetermined } from '../check.ts';
import { codeOf, valueAt, verdictOnFailure } from '../received.ts';
import { invalidRows } from './rows.ts';

/** Whether amounts have the decimals that are assumed: a price point has the exchange rate, and rows both amounts. */
export const currencyDigitsCheck = check(
  { name: 'currency-digits', spec: '§2.1, §2.2', needs: { rows: invalidRows } },
  async ({ caller, service, rows }) => {
    const list = await caller.call(0, ({ pricePoints }) => pricePoints.list());
    if (list.error) return verdictOnFailure(list, 'price points: ');
    const cents = highestPrice(list.exchange?.value);
    if (cents === undefined) return undetermined('there is no price point, which has the exchange rates');
    const point = await caller.call(0, ({ pricePoints }) => pricePoints.get(cents));
    const prices = pricesOf(point.exchange?.value, cents);
    if (prices.length === 0 && point.error) return verdictOnFailure(point, 'a price point: ');
    const currencies = Map.groupBy(rows, (row) =>
      upperCaseCurrency(codeOf(valueAt(row, 'transactionDetails.currencyCode'))),
    );
    const found = [...currencies].map(([code, own]) => [code, digitsOf(code, own, prices)] as const).sort();
    const unknown = found.flatMap(([code, reason]) =>
      typeof reason === 'string' ? `${code}: ${reason}` : [],
    );
    const known = found.flatMap(([code, digits]) => (typeof digits === 'number' ? [{ code, digits }] : []));
    const wrong = known.filter(
      ({ code, digits }) => digits !== findMinorUnitDigits(code, service.currencyDigits),
    );
    const problems = wrong.map(({ code, digits }) => {
      const unit = digits === 0 ? 'are whole units' : `have ${counted(digits, 'decimal')}`;
      return `${code} amounts ${unit}: set ${code}=${digits}`;
    });
    const right = known.length - wrong.length;
    const text = [...problems, ...unknown, ...(right > 0 ? [`${right} as expected`] : [])].join('; ');
    const finding = Object.fromEntries(found);
    if (problems.length === 0) return (unknown.length > 0 ? undetermined : ok)(text, finding);
    const set: CurrencyDigits = Object.fromEntries(wrong.map(({ code, digits }) => [code, digits]));
    const digits = formatCurrencyDigits({ ...service.currencyDigits, ...set });
    const advice = `Commands: PUBLISHER_CURRENCY_DIGITS=${digits}. Programs: the option currencyDigits of flatten and the conversions.`;
    return problem(text, finding, { settings: { advice } });
  },
);

/** A price in a country. */
interface ReadPrice {
  readonly currencyCode: string;
  /** For one US dollar, in major units. */
  readonly price: number;
  readonly rate: number;
}

/** That of the highest price point: those of others are rounded by more. */
function highestPrice(body: unknown): number | undefined {
  const points = valueAt(body, 'pricePoints');
  return (Array.isArray(points) ? points : [])
    .map((point) => valueAt(point, 'priceInUsdCents'))
    .filter((price) => typeof price === 'number')
    .toSorted((left, right) => right - left)[0];
}

function pricesOf(body: unknown, cents: number): readonly ReadPrice[] {
  const prices = valueAt(body, 'priceByCountry');
  return (Array.isArray(prices) ? prices : []).map((one: unknown) => ({
    currencyCode: String(valueAt(one, 'currencyCode')),
    price: Number(valueAt(one, 'price')) / (cents / 100),
    rate: Number(valueAt(one, 'usdExchangeRateOnCalc')),
  }));
}

/** Smaller ones are rounded by too much. */
const smallest = { units: 3, cents: 10 };
/** How far, as a power of ten, exchange rates may have moved, and taxes and rounding differ: by a factor of two. */
const tolerance = 0.3;

/** Returns the decimals that the amounts of payments have, or why they cannot be known. */
function digitsOf(code: string, rows: readonly unknown[], prices: readonly ReadPrice[]): number | string {
  const own = prices.filter(
    ({ currencyCode, price }) => upperCaseCurrency(currencyCode) === code && price > 0,
  );
  if (own.length === 0) return 'no price point has its exchange rate';
  // Which way the rate is, is not documented: units for a dollar are near the price for a dollar.
  const rate = own
    .flatMap((one) => [one.rate, 1 / one.rate].map((rate) => ({ rate, isNear: isNear(rate, one.price) })))
    .find((one) => one.isNear)?.rate;
  if (rate === undefined) return 'its exchange rate does not fit its price';
  const powers = rows.flatMap((row) => {
    const [type, amount, cents] = ['type', 'amount', 'amountUsd'].map((name) =>
      valueAt(row, `transactionDetails.${name}`),
    );
    const isUsable = type === 'paid' && Number(amount) >= smallest.units && Number(cents) >= smallest.cents;
    return isUsable ? [Math.log10((Number(amount) * 100) / (Number(cents) * rate))] : [];
  });
  const [digits, ...others] = new Set(powers.map(Math.round));
  if (digits === undefined) return 'no payment is large enough';
  const fits = others.length === 0 && powers.every((power) => Math.abs(power - digits) < tolerance);
  return fits && digits >= 0 && digits <= 4 ? digits : 'its amounts do not fit its exchange rate';
}

function isNear(rate: number, price: number): boolean {
  return Math.abs(Math.log10(rate / price)) < tolerance;
}
