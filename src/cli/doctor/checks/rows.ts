import { grouped } from '../../format.ts';
import { type Check, check, note, ok, undetermined, type Verdict } from '../check.ts';
import { codeOf, valueAt } from '../received.ts';
import { currencyDigits } from './currency-digits.ts';
import { transactions } from './operations.ts';
import { invalidRows } from './responses.ts';

/** A check of all sampled rows, valid or not. */
function rowCheck(
  about: { name: string; spec: string },
  examine: (rows: readonly unknown[]) => Verdict,
): Check {
  return check(about, ({ need }) => examine(need(transactions).rows.map(({ raw }) => raw)));
}

const timestamps = rowCheck({ name: 'timestamps', spec: '§2.1' }, (rows) => {
  const forms = [...Map.groupBy(rows, (row) => formOf(valueAt(row, 'timestamp')))].map(
    ([form, { length }]) => [form, length] as const,
  );
  const text = forms.map(([form, count]) => `${form} (${grouped(count)})`).join(', ');
  const isUtc = forms.every(([form]) => form.endsWith(', Z'));
  return (isUtc ? ok : note)(text, Object.fromEntries(forms));
});

function formOf(timestamp: unknown): string {
  const pattern =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?<seconds>:\d\d)?(?:[.,](?<fraction>\d+))?(?<zone>Z|[+-]\d\d:?\d\d)?$/i;
  const groups = typeof timestamp === 'string' ? pattern.exec(timestamp)?.groups : undefined;
  if (!groups) return 'not ISO 8601, ?';
  const { seconds, fraction, zone } = groups;
  const digits =
    seconds === undefined ? 'minutes' : fraction === undefined ? 'seconds' : `${fraction.length} decimals`;
  const offset = zone === undefined ? 'without an offset' : zone === 'Z' ? 'Z' : 'an offset';
  return `${digits}, ${offset}`;
}

const codes = rowCheck({ name: 'code-case', spec: '§2.1, §2.2' }, (rows) => {
  const found = {
    currencies: caseOf(rows, 'transactionDetails.currencyCode'),
    countries: caseOf(rows, 'geolocation.countryCode2'),
  };
  const isUpper = Object.values(found).every((one) => one === 'upper');
  const text = `currency codes: ${found.currencies} case; country codes: ${found.countries} case`;
  return (isUpper ? ok : note)(text, found);
});

function caseOf(rows: readonly unknown[], path: string): string {
  const values = rows.map((row) => valueAt(row, path)).filter((value) => typeof value === 'string');
  if (values.length === 0) return 'unknown';
  if (values.every((value) => value === value.toUpperCase())) return 'upper';
  return values.every((value) => value === value.toLowerCase()) ? 'lower' : 'mixed';
}

/** Rows by a code or name of a kind; one that could identify somebody has none. */
function byCode(rows: readonly unknown[], path: string): ReadonlyMap<string, readonly unknown[]> {
  return Map.groupBy(rows, (row) => codeOf(valueAt(row, path)));
}

const signs = check({ name: 'signs', spec: '§2.1' }, ({ need }) => {
  const rows = need(invalidRows);
  const found = [...byCode(rows, 'transactionDetails.type')].map(([type, ofType]) => {
    const amounts = ofType.map((row) => Math.sign(Number(valueAt(row, 'transactionDetails.amount'))));
    const kinds = ['negative', 'zero', 'positive'].filter((_, index) => amounts.includes(index - 1));
    return [type, kinds.join(' or ')] as const;
  });
  const isExpected = found.every(([type, kinds]) => (expectedSigns.get(type) ?? kinds) === kinds);
  const text = found.map((parts) => parts.join(': ')).join(', ');
  return (isExpected ? ok : note)(text, Object.fromEntries(found));
});

/** Of the documented types: only that of refunds is documented. */
const expectedSigns: ReadonlyMap<string, string> = new Map([
  ['paid', 'positive'],
  ['refund', 'negative'],
]);

const deductions = [
  'totalTaxAmountUsd',
  'currencyExchangeCostUsd',
  'chargebackFeeUsd',
  'transactionFeeUsd',
] as const;

/** What each deduction is multiplied with. */
type Formula = readonly bigint[];

const documented: Formula = deductions.map(() => -1n);

/** Whether the net amount is what remains of the gross amount. The specification gives no formula. */
const net = check({ name: 'net', spec: '§2.1' }, ({ need }) => {
  const rows = need(invalidRows);
  const sums = rows.map((row) => ({
    gross: cents(row, 'amountUsd'),
    net: cents(row, 'publisherNetAmountUsd'),
    parts: deductions.map((name) => cents(row, name)),
  }));
  const fits = (formula: Formula): boolean =>
    sums.every(
      ({ gross, net, parts }) => net === formula.reduce((sum, by, at) => sum + by * (parts[at] ?? 0n), gross),
    );
  const count = `${grouped(rows.length)} rows`;
  if (fits(documented)) {
    const text = `amountUsd less tax, exchange cost, chargeback fee and transaction fee, in ${count}`;
    return ok(text, formatFormula(documented));
  }
  // What is always zero says nothing.
  const isUsed = deductions.map((_, at) => sums.some(({ parts }) => parts[at] !== 0n));
  const [formula, ...others] = formulas(isUsed).filter(fits);
  if (!formula) return note(`no sum of the fields gives the net of all ${count}`, null);
  if (others.length > 0)
    return undetermined(`${others.length + 1} sums of the fields give the net of all ${count}`);
  return note(`${formatFormula(formula)}, in ${count}`, formatFormula(formula));
});

function cents(row: unknown, name: string): bigint {
  // A safe integer: the row is valid.
  return BigInt(Number(valueAt(row, `transactionDetails.${name}`)));
}

/** Every formula with the fields that are used. */
function formulas(isUsed: readonly boolean[]): readonly Formula[] {
  let found: readonly Formula[] = [[]];
  for (const used of isUsed) {
    const factors = used ? [-1n, 0n, 1n] : [0n];
    found = found.flatMap((formula) => factors.map((factor) => [...formula, factor]));
  }
  return found;
}

/** Describes a formula as a sum of fields. */
function formatFormula(formula: Formula): string {
  const signs = formula.map((factor) => (factor < 0n ? '-' : '+'));
  const parts = deductions.map((name, at) => (formula[at] ? ` ${signs[at]} ${name}` : ''));
  return `amountUsd${parts.join('')}`;
}

/** A method that hardly anybody uses could be a name. */
const fewestRows = 3;

const paymentMethods = rowCheck({ name: 'payment-methods', spec: '§2.1' }, (rows) => {
  const methods = [...byCode(rows, 'transactionDetails.paymentMethod')];
  const names = methods.flatMap(([name, { length }]) => (length >= fewestRows ? [name] : [])).sort();
  const others = methods.length - names.length;
  const text = [...names, ...(others > 0 ? [`${others} in fewer than ${fewestRows} rows`] : [])].join(', ');
  return ok(text, names);
});

const geolocation = rowCheck({ name: 'geolocation', spec: '§2.1' }, (rows) => {
  const fields = ['countryCode2', 'region', 'ipAddress', 'zipCode', 'playerIp'];
  const shares = fields.map((field) => {
    const present = rows.filter((row) => valueAt(row, `geolocation.${field}`) !== undefined).length;
    return [field, present === 0 ? 'never' : present === rows.length ? 'always' : 'sometimes'] as const;
  });
  const isExpected = shares.every(([field, share]) => field === 'playerIp' || share === 'always');
  const text = shares.map(([field, share]) => `${field} ${share}`).join(', ');
  return (isExpected ? ok : note)(text, Object.fromEntries(shares));
});

export const rowChecks: readonly Check[] = [
  timestamps,
  codes,
  signs,
  net,
  currencyDigits,
  paymentMethods,
  geolocation,
];
