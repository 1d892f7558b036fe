import type { PricePointRead } from '../../../client/api/price-points.ts';
import {
  type Change,
  type ChangeContext,
  itemCell,
  itemExists,
  itemsThatAre,
  changeKindOf,
  type State,
} from '../../changes/change.ts';
import { readSheetTable } from '../../changes/plan-sheet.ts';
import { readPulled } from '../../changes/pulled-column.ts';
import {
  checkFilter,
  type Reading,
  type SheetReading,
  type SheetSubject,
} from '../../changes/sheet-subject.ts';
import type { ReadSheet } from '../../changes/read-sheet.ts';
import {
  currenciesOf,
  decimalOf,
  learnDigits,
  type Price,
  readPricePoints,
} from '../../service/price-points.ts';
import { createAmountReader } from '../../tables/amounts.ts';
import { UsageError } from '../../terminal/command-error.ts';
import { formatUsd, grouped, warningStyle } from '../../terminal/format.ts';
import { createOutput } from '../../terminal/output.ts';
import { countriesInRows, explainCountry, wideColumns } from './countries-in-columns.ts';
import type { PriceFlags } from './flags.ts';
import { offersUsing } from './offers-using.ts';
import { type AmountReading, readOverrideAmount } from './sheet-amounts.ts';
import { sendPrices, stateOf } from './send-prices.ts';
import { keyOfRow, type OverrideReading, readSheet, sheetColumns } from './sheet.ts';

/** Price points as a sheet: an item is a price point, and a cell its override in a country. */
export function pricesSubject(flags: PriceFlags): SheetSubject {
  const { decimal = '.', thousands, only, countries, countriesInColumns = false, prune } = flags;
  if (thousands === decimal) throw new UsageError('--thousands: must differ from the decimal separator');
  const [required, ...optional] = sheetColumns;
  const columns = countriesInColumns
    ? wideColumns
    : { required: [required], optional, explain: explainCountry };
  return {
    ...priceWords,
    readTable: (path, tableFlags, faults) => readSheetTable(path, columns, tableFlags, faults),
    read: async (service, items) => readingOf(await readPricePoints(service, items), flags),
    notesOf: (service, changes) => offersUsing(service, itemsThatAre('deleted', changes)),
    deletesOf: (sheet, before) => (prune === undefined ? [] : deletesOf(sheet, before, prune)),
    checkFilters: ({ items, cells, where }, service) => {
      checkFilter('only', only, items, where);
      // Without a price point, the service has not said which it has.
      if (service.size > 0) checkFilter('countries', countries, cells, where);
    },
    filters: {
      item: { flag: 'only', given: only, nameOf: (item) => item, isOne: () => true },
      cell: { flag: 'countries', given: countries },
    },
    isMeant: (wish) =>
      (only?.includes(wish.item) ?? true) &&
      (countries === undefined ||
        (wish.cell === itemCell
          ? changeKindOf({ ...wish, before: null }) === 'created'
          : countries.includes(wish.cell))),
    requestsOf: (changes) => {
      const [created, deleted] = (['created', 'deleted'] as const).map((kind) => itemsThatAre(kind, changes));
      const rank = (item: string): number => (created?.has(item) ? 0 : deleted?.has(item) ? 2 : 1);
      const requests = [...Map.groupBy(changes, ({ item }) => item)];
      return requests.toSorted(([left], [right]) => rank(left) - rank(right)).map(([, request]) => request);
    },
    send: sendPrices,
  };
}

/** What is the same without a service, where a plan or a record is shown. */
const priceWords = {
  name: 'prices',
  noun: 'price point',
  createsItems: true,
  readsBack: 'each',
  labels: { cell: 'Country', set: 'Set', changed: 'Changed', removed: 'Removed' },
  groupOf: ({ cell }) => cell,
  nameOf: ({ item, cell }) => `${item} (${formatUsd(BigInt(item))}) ${cell}`.trim(),
  show: (value, { cell, before, context }) => {
    if (cell === itemCell) return value === null ? 'does not exist' : 'exists';
    const currency = context?.currency ?? '';
    const shown = value === null ? '' : grouped(decimalOf(Number(value), currency));
    if (value !== null) return value === before ? shown : `${shown} ${currency}`.trim();
    const { now, then, isEstimate } = context ?? {};
    const price = before === null ? now : then;
    return price === undefined ? 'calculated' : `calculated, ${isEstimate ? 'about ' : ''}${grouped(price)}`;
  },
  format: (value, { context }) => decimalOf(Number(value), context?.currency ?? ''),
  reviewColumns: [
    { name: 'price_usd_cents', of: ({ item }) => ({ decimal: item }) },
    { name: 'country_code', of: ({ cell }) => cell },
    { name: 'currency_code', of: ({ context }) => context?.currency ?? '' },
  ],
  problemOf: ({ item, cell, after }) => {
    if (!/^[1-9]\d{0,14}$/.test(item))
      return 'item must be a positive integer number of US cents, such as 999';
    if (!/^(?:[A-Z]{2})?$/.test(cell)) return 'cell must be a country, such as DE, or empty';
    const isValue =
      after === null ||
      (cell === itemCell ? after === itemExists : /^(?=.*[1-9])\d{1,15}(?:\.\d+)?$/.test(after));
    return isValue ? undefined : 'before and after must be a decimal of more than 0, such as 9.49, or null';
  },
  conflictAdvice: (changes) =>
    changes.every(({ after }) => after === null)
      ? 'It repeats its base price, because it only removes overrides: this service needs a new base price for that'
      : undefined,
  isFinal: () => false,
  finalOf: () => undefined,
} satisfies Partial<SheetSubject>;

function readingOf(points: readonly PricePointRead[], flags: PriceFlags): Reading {
  const state = stateOf(points);
  const currencies = currenciesOf(points);
  const priceIn = (item: string, country: string): Price | undefined =>
    points
      .find(({ priceInUsdCents }) => String(priceInUsdCents) === item)
      ?.priceByCountry.find(({ countryCode2 }) => countryCode2 === country);
  const contextOf = ({ item, cell, before }: Change): ChangeContext | undefined => {
    const currency = currencies.get(cell);
    if (currency === undefined) return undefined;
    const found = priceIn(item, cell);
    const estimate = inProportion(points, item, cell);
    if (before === null && found === undefined) return { currency, now: estimate, isEstimate: true };
    const now = found && decimalOf(found.price, currency);
    if (before === null) return { currency, now };
    // Where it is the override itself, it does not say what the service would calculate.
    const today = todayOf(found);
    const isKnown = today !== undefined && today !== now;
    return { currency, now, then: isKnown ? today : estimate, isEstimate: !isKnown };
  };
  return {
    state,
    cellNames: [...currencies.keys()],
    readSheet: (sheet) => readSheetWith(flags, sheet, points, state),
    contextOf,
    problemOf: ({ item, cell, after }) => {
      const currency = currencies.get(cell);
      if (cell === itemCell || after === null || after === state.get(item)?.get(cell)) return undefined;
      if (currency === undefined)
        return currencies.size === 0 ? undefined : `no price point of the service has the country ${cell}`;
      const amounts = amountsOf({ currencyDigits: flags.currencyDigits }, points);
      const amount = readOverrideAmount(after, currency, amounts);
      return typeof amount === 'number' ? undefined : `${item} ${cell}: ${amount.message}`;
    },
    effectsOf: (changes) => effectsOf(changes, points),
  };
}

function readSheetWith(
  flags: PriceFlags,
  sheet: SheetReading,
  points: readonly PricePointRead[],
  state: State,
): ReadSheet {
  const { decimal, thousands, countriesInColumns = false } = flags;
  const warn = (line: string): void => createOutput(flags).say(warningStyle(line, process.stderr));
  // The warning about decimals is printed for the sheet, and not again for the sheet as it was sent out.
  const amounts = amountsOf(flags, points, sheet.isBase ? undefined : warn);
  const isDecimalGiven = decimal !== undefined || thousands !== undefined;
  const { connection, earlierOf, ...rest } = sheet;
  const priceBefore: OverrideReading['priceBefore'] = (place) =>
    earlierOf(place).flatMap(({ context }) => context?.now ?? []);
  const pulled = readPulled(sheet.table, keyOfRow, connection, sheet.base?.pulled);
  const table = countriesInColumns ? countriesInRows(sheet.table) : sheet.table;
  return readSheet({ ...rest, table }, { ...amounts, points, pulled, priceBefore, state, isDecimalGiven });
}

/** What the flags say about amounts. */
type Format = {
  readonly [Name in 'decimal' | 'thousands' | 'currencyDigits']?: PriceFlags[Name] | undefined;
};

/** How amounts are read: in the format of the flags, with the decimals that the service shows. */
function amountsOf(
  { decimal = '.', thousands, currencyDigits: given = {} }: Format,
  points: readonly PricePointRead[],
  say: (line: string) => void = () => undefined,
): AmountReading {
  const currencyDigits = learnDigits(points, given, say);
  return {
    currencyDigits,
    decimal,
    readAmount: createAmountReader({ unit: 'major', decimal, thousands }, currencyDigits),
  };
}

function todayOf(row: Price | undefined): string | undefined {
  if (row === undefined || row.realTimePrice === null) return undefined;
  return decimalOf(row.realTimePrice, row.currencyCode);
}

/** The calculated price of the nearest other price point, in proportion: for people, never sent. */
function inProportion(points: readonly PricePointRead[], item: string, country: string): string | undefined {
  const distance = ({ priceInUsdCents }: PricePointRead): number =>
    Math.abs(Math.log(priceInUsdCents / Number(item)));
  for (const point of points.toSorted((left, right) => distance(left) - distance(right))) {
    const row = point.priceByCountry.find(({ countryCode2 }) => countryCode2 === country);
    if (!row || row.isOverridden || String(point.priceInUsdCents) === item) continue;
    const decimals = decimalOf(row.price, row.currencyCode).split('.')[1]?.length ?? 0;
    return ((row.price * Number(item)) / point.priceInUsdCents).toFixed(decimals);
  }
  return undefined;
}

/** The countries without an override, before or after, whose price an update moves. */
function effectsOf(changes: readonly Change[], points: readonly PricePointRead[]): readonly Change[] {
  const others = new Set([...itemsThatAre('created', changes), ...itemsThatAre('deleted', changes)]);
  const updates = Map.groupBy(
    changes.filter(({ item }) => !others.has(item)),
    ({ item }) => item,
  );
  return points.flatMap(({ priceInUsdCents, priceByCountry }) => {
    const item = String(priceInUsdCents);
    const own = updates.get(item);
    if (own === undefined) return [];
    const cells = new Set(own.map(({ cell }) => cell));
    return priceByCountry.flatMap((row): Change[] => {
      const { countryCode2: cell, currencyCode: currency, isOverridden } = row;
      const [now, then] = [decimalOf(row.price, currency), todayOf(row)];
      if (isOverridden || cells.has(cell) || then === undefined || then === now) return [];
      return [{ item, cell, before: now, after: then, context: { currency, now } }];
    });
  });
}

/** @throws UsageError if it would delete more than half of the price points without `all` */
function deletesOf({ items }: ReadSheet, before: State, prune: true | 'all'): readonly string[] {
  if (items.size === 0) throw new UsageError('--prune: must not be used with an empty sheet');
  const deletes = [...before.keys()].filter((item) => !items.has(item));
  if (prune !== 'all' && deletes.length * 2 > before.size) {
    throw new UsageError(
      `--prune: would delete ${deletes.length} of ${before.size} price points: is the sheet cut off? If not, use --prune all`,
    );
  }
  return deletes;
}
