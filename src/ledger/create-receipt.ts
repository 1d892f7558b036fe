import { isRounded } from '../client/api/fields.ts';
import { instantOf, toTimestamp } from '../client/api/instant.ts';
import type { Transaction } from '../client/api/transactions.ts';
import { type CurrencyDigits, findMinorUnitDigits } from '../client/money/currency-digits.ts';
import type { ResponseEvent } from '../client/options/hooks.ts';
import { packageVersion } from '../client/runtime/runtime.ts';
import type { DriftEvent } from '../client/validation/validation.ts';
import { latestEnd, serviceTimeOf } from '../client/runtime/service-time.ts';
import { hasEnded, problemsOf } from './completeness.ts';
import { OrderedKeys } from './ordered-keys.ts';
import { ledgerColumns } from './ledger-columns.ts';
import {
  checkCurrencyDigits,
  checkRange,
  checkState,
  checkTimeZone,
  type ReceiptRange,
} from './receipt-input.ts';
import { amountsOf, SumsByType } from './money-sums.ts';
import type {
  FinishOptions,
  Receipt,
  ReceiptCollector,
  ReceiptOptions,
  ReceiptPage,
  ReceiptProblem,
  ReceiptQuery,
  ReceiptState,
  RowSlice,
} from './receipt.ts';

/**
 * Creates a receipt for a range of transactions: add the pages of `transactions.list(…).pages()`, store the rows that
 * `add` returns, and finish it. It proves that no row was lost, duplicated or changed on the way (§4.1).
 *
 * Its memory does not depend on the number of rows. `state()` makes it resumable: store it together with the page's
 * checkpoint. Rows of one instant are compared for duplicates; if rows arrive out of order of time, `ordered` becomes
 * `false`, and {@link findDuplicates} has to count them in what you stored.
 *
 * @param query The same range as in `transactions.list`. The end is excluded, so that adjoining ranges share no row.
 * @throws `ConfigurationError` when a date is invalid or finer than a millisecond, when the state is invalid or belongs to
 * another range, or when `currencyDigits` or `timeZone` are invalid
 * @example
 * ```ts
 * import { PublisherClient, utcMonth } from 'publisher-commerce';
 * import { createReceipt, flatten } from 'publisher-commerce/ledger';
 *
 * const lastMonth = utcMonth('last');
 * const receipt = createReceipt(lastMonth);
 * const client = new PublisherClient({ onDrift: receipt.onDrift });
 * const { onResponse } = receipt;
 * for await (const page of client.transactions.list({ ...lastMonth, limit: 10_000 }, { onResponse }).pages()) {
 *   for (const transaction of receipt.add(page)) console.log(flatten(transaction).amount_usd);
 * }
 * const { complete, rows, sums } = receipt.finish();
 * console.log(complete, rows, sums);
 * ```
 */
export function createReceipt(query: ReceiptQuery, options: ReceiptOptions = {}): ReceiptCollector {
  const range = checkRange(query);
  return new Collector(range, options, options.state && checkState(options.state, range));
}

class Collector implements ReceiptCollector {
  readonly #range: ReceiptRange;
  readonly #options: ReceiptOptions;
  readonly #currencyDigits: CurrencyDigits;
  readonly #timeZone: string | null;
  readonly #start: number;
  readonly #end: number;
  readonly #startedAt: string;
  readonly #sums: SumsByType;
  readonly #keys: OrderedKeys;
  readonly #drift: Map<string, ReceiptState['drift'][number]>;
  #rows: number;
  #rowsOutsideRange: number;
  #invalidRows: number;
  #roundedNumbers: number;
  #totalCount: number | null;
  #changed: boolean;
  #first: number;
  #last: number;
  #serviceTime: number | undefined;

  constructor(range: ReceiptRange, options: ReceiptOptions, state: ReceiptState | undefined) {
    this.#range = range;
    this.#options = options;
    this.#currencyDigits = checkCurrencyDigits(options.currencyDigits);
    this.#timeZone = checkTimeZone(options.timeZone);
    this.#start = instantOf(range.startDate);
    this.#end = instantOf(range.endDate);
    this.#startedAt = state?.startedAt ?? new Date().toISOString();
    this.#sums = new SumsByType(state?.sums);
    this.#keys = new OrderedKeys(range.sortDirection, state?.keys);
    this.#drift = new Map(state?.drift.map((drift) => [drift.path, drift]));
    this.#rows = state?.rows ?? 0;
    this.#rowsOutsideRange = state?.rowsOutsideRange ?? 0;
    this.#invalidRows = state?.invalidRows ?? 0;
    this.#roundedNumbers = state?.roundedNumbers ?? 0;
    this.#totalCount = state?.totalCount ?? null;
    this.#changed = state?.changedWhileRead ?? false;
    this.#first = state?.first ?? Infinity;
    this.#last = state?.last ?? -Infinity;
  }

  get ordered(): boolean {
    return this.#keys.ordered;
  }

  readonly add = (page: ReceiptPage, { from = 0, to }: RowSlice = {}): readonly Transaction[] => {
    const { results, totalCount, checkpoint } = page;
    this.#totalCount = typeof totalCount === 'number' && Number.isSafeInteger(totalCount) ? totalCount : null;
    // The checkpoint counts all pages so far: adding another part of the page does not count its rows twice.
    this.#invalidRows = checkpoint.invalidRows;
    this.#changed ||= checkpoint.changed ?? false;
    const rows = from === 0 && to === undefined ? results : results.slice(from, to);
    const outside = this.#rowsOutsideRange;
    const inside = rows.filter((row) => this.#addRow(row));
    return this.#rowsOutsideRange === outside ? rows : inside;
  };

  /** Returns whether the row is in the range. A row without a readable time is: the service returned it for the range. */
  #addRow(row: Transaction): boolean {
    const { transactionDetails: details } = row;
    const instant = instantOf(row.timestamp);
    this.#keys.add(instant, details.type, details.id, row);
    if (instant < this.#start || instant >= this.#end) {
      this.#rowsOutsideRange += 1;
      return false;
    }
    this.#rows += 1;
    this.#sums.add(details.currencyCode, details.type, amountsOf(details));
    for (const quantity of roundedQuantities(row)) this.#addRounded(quantity);
    if (instant < this.#first) this.#first = instant;
    if (instant > this.#last) this.#last = instant;
    return true;
  }

  #addRounded(quantity: number): void {
    this.#roundedNumbers += 1;
    if (this.#drift.get(quantityPath)?.row !== undefined) return;
    const [expected, received] = ['at most 2^53 - 1', String(quantity)];
    // Other drift of the field makes way: nothing else shows the digits that were lost.
    this.#drift.set(quantityPath, { path: quantityPath, expected, received, row: this.#rows });
  }

  readonly onDrift = ({ operation, path, expected, received }: DriftEvent): void => {
    if (!operation.startsWith('transactions.') || this.#drift.has(path)) return;
    this.#drift.set(path, { path, expected, received });
  };

  readonly onResponse = ({ headers }: ResponseEvent): void => {
    this.#serviceTime = serviceTimeOf(headers) ?? this.#serviceTime;
  };

  readonly state = (): ReceiptState => ({
    stateVersion: 1,
    ...this.#range,
    startedAt: this.#startedAt,
    rows: this.#rows,
    rowsOutsideRange: this.#rowsOutsideRange,
    invalidRows: this.#invalidRows,
    roundedNumbers: this.#roundedNumbers,
    totalCount: this.#totalCount,
    changedWhileRead: this.#changed,
    first: Number.isFinite(this.#first) ? this.#first : null,
    last: Number.isFinite(this.#last) ? this.#last : null,
    sums: this.#sums.toJSON(),
    drift: [...this.#drift.values()],
    keys: this.#keys.toJSON(),
  });

  readonly problems = ({ duplicates }: FinishOptions = {}): readonly ReceiptProblem[] =>
    problemsOf(this.state(), {
      duplicates: Math.max(this.#keys.duplicates, duplicates ?? 0),
      different: this.ordered ? this.#keys.different : 0,
      searched: this.ordered || duplicates !== undefined,
    });

  readonly finish = (options: FinishOptions = {}): Receipt => {
    const { baseUrl, environment = null, columns = ledgerColumns.map(({ name }) => name) } = this.#options;
    const { startDate, endDate, startedAt, first, last, sums, ...state } = this.state();
    const finishedAt = new Date(latestEnd(this.#serviceTime)).toISOString();
    const currencies = new Set(sums.map(({ currencyCode }) => currencyCode));
    return {
      receiptVersion: 1,
      packageVersion,
      origin: baseUrl === undefined ? null : new URL(baseUrl).origin,
      environment,
      source: this.#options.source ?? (baseUrl === undefined ? null : new URL(baseUrl).hostname),
      timeZone: this.#timeZone,
      startDate,
      endDate,
      firstTimestamp: first === null ? null : toTimestamp(first),
      lastTimestamp: last === null ? null : toTimestamp(last),
      rows: state.rows,
      totalCount: state.totalCount,
      invalidRows: state.invalidRows,
      roundedNumbers: state.roundedNumbers,
      rowsOutsideRange: state.rowsOutsideRange,
      rowsWithSameKey: state.keys.different,
      changedWhileRead: state.changedWhileRead,
      complete: this.problems(options).length === 0,
      rangeEnded: hasEnded({ endDate, finishedAt }),
      columns: [...columns],
      hashedColumns: [...(this.#options.hashedColumns ?? [])],
      hashKeyId: this.#options.hashKeyId ?? null,
      currencyDigits: this.#currencyDigits,
      unknownCurrencies: [...currencies].filter(
        (code) => findMinorUnitDigits(code, this.#currencyDigits) === undefined,
      ),
      sums,
      drift: state.drift.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      startedAt: startedAt < finishedAt ? startedAt : finishedAt,
      finishedAt,
      file: options.file ?? null,
    };
  };
}

/** A row whose amounts were rounded is invalid; the quantity of a product is the only other number. */
const quantityPath = 'results[].offerDetails.products[].quantity';

function roundedQuantities({ offerDetails }: Transaction): readonly number[] {
  // Tolerant mode delivers anything.
  const products: unknown = offerDetails?.products;
  if (!Array.isArray(products)) return [];
  return products
    .map((product: unknown) => (Object(product) as { quantity?: unknown }).quantity)
    .filter(isRounded);
}
