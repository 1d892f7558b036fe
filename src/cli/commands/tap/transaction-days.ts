import { instantOf } from '../../../client/api/instant.ts';
import type { Transaction } from '../../../client/api/transactions.ts';
import { utcDay } from '../../../client/api/utc-range.ts';
import { ApiError } from '../../../client/errors/index.ts';
import { withMargin } from '../../../ledger/completeness.ts';
import { createReceipt, type LedgerRow, type Receipt, type ReceiptCollector } from '../../../ledger/index.ts';
import { byMoneyField, moneyColumnOf, moneyFields } from '../../../ledger/money-fields.ts';
import { OrderedKeys } from '../../../ledger/ordered-keys.ts';
import type { Connection } from '../../service/connection.ts';
import { CommandError, exitCode } from '../../terminal/command-error.ts';
import { stderrLogger } from '../../terminal/output.ts';
import { recordMessages } from './catalog.ts';
import type { TapConfig } from './config.ts';
import { checkClock, clockAt } from './service-clock.ts';
import { firstDifferent, groupsLost, withDay } from './day-counts.ts';
import type { KnownRows } from './known-rows.ts';
import { stateMessage, type TapPosition } from './state.ts';
import type { Stream } from './streams.ts';

/** What transactions are read from, and how. */
export interface Tap {
  readonly connection: Connection;
  readonly config: TapConfig;
  /** Where a first run begins, and with which settings. */
  readonly first: Pick<TapPosition, 'origin' | 'start_date' | 'settings'>;
  readonly toRow: (transaction: Transaction) => LedgerRow;
  readonly transactions: Stream;
  /** `undefined` if it is not selected. */
  readonly receipt: Stream | undefined;
  /** Of the state at first, then of the rows that were read, too. */
  readonly known: KnownRows;
  readonly signal: AbortSignal;
}

type Messages<Result> = AsyncGenerator<string, Result, undefined>;

/** Yields the messages of all days that have ended, from where the run before has stopped. */
export async function* readTransactions(tap: Tap, saved: TapPosition | undefined): Messages<void> {
  const { startDate: today } = utcDay('today');
  // A state with a later day was written by a clock that was ahead: no day was read that had not ended.
  let position = saved && saved.end_date > today ? { ...saved, end_date: today } : saved;
  do {
    // A run that was interrupted is finished before another one looks back.
    if (!position || position.next_date >= position.end_date) position = await nextRun(tap, position, today);
    while (position.next_date < position.end_date) {
      const after: TapPosition | undefined = yield* readDay(tap, position);
      if (after === undefined) return;
      position = after;
    }
  } while (position.end_date < today);
}

async function nextRun(
  { connection, config, first, signal }: Tap,
  before: TapPosition | undefined,
  today: string,
): Promise<TapPosition> {
  const { start_date: start } = first;
  const range = { ...first, start_date: before?.start_date ?? start, end_date: today };
  if (!before) return { ...range, next_date: start };
  const { counts, clock } = before;
  const { startDate: back } = utcDay('today', new Date(Date.parse(before.end_date) - config.look_back));
  const next = await firstDifferent(connection, counts, back > start ? back : start, signal);
  return { ...range, next_date: next, counts, clock };
}

/** How often a day is read whose rows change meanwhile. */
const attempts = 3;

/** Returns the STATE message of a position, with the rows that are known there. */
const stateOf = ({ known: { newest } }: Tap, position: TapPosition): string =>
  stateMessage({ ...position, newest });

const dayOf = ({ next_date: date }: TapPosition): string => date.slice(0, '2026-10-01'.length);

/**
 * Yields the messages of a day, and returns the position after it; `undefined` if the day has not ended by the clock of the
 * service.
 *
 * @throws CommandError if it stays incomplete
 */
async function* readDay(tap: Tap, { page, ...position }: TapPosition): Messages<TapPosition | undefined> {
  const { limit, look_back: lookBack } = tap.config;
  const range = utcDay(dayOf(position));
  let from = page?.limit === limit ? page : undefined;
  for (let attempt = 1; ; attempt += 1) {
    const receipt = createReceipt(range, { state: from?.receipt });
    // Rows with one key on two pages look like a change: with other pages they are on one.
    const size = Math.max(1, limit + 1 - attempt);
    const problem = yield* readDayPages(tap, { ...position, page: from }, size, receipt);
    const finished = receipt.finish();
    const clock = clockAt(position.clock, finished.finishedAt);
    if (!finished.rangeEnded) {
      yield stateOf(tap, { ...position, clock });
      checkClock(clock);
      stderrLogger.warn(
        `${dayOf(position)} has not ended by the clock of the service: synchronize that of this machine, unless the service's is wrong`,
      );
      return undefined;
    }
    if (problem === undefined) {
      const after = {
        ...position,
        next_date: range.endDate,
        counts: withDay(position.counts, range.startDate, receipt.state(), lookBack),
        clock,
      };
      const lost = groupsLost(position.counts, range.startDate, receipt.state());
      const sums = [...finished.sums, ...lost.map((group) => ({ ...noRows, ...group }))];
      yield (
        (tap.receipt ? recordMessages(tap.receipt, sumsOf({ ...finished, sums })) : '') + stateOf(tap, after)
      );
      return after;
    }
    from = undefined;
    yield stateOf(tap, position);
    const what = `transactions of ${dayOf(position)}: ${problem}`;
    if (attempt === attempts) throw new CommandError('incomplete', what, exitCode.different);
    stderrLogger.warn(`${what}; reading this day again`);
  }
}

/** Yields the pages of a day, each with its STATE, and returns why the day has to be read again, if it has to. */
async function* readDayPages(
  tap: Tap,
  { page: from, ...position }: TapPosition,
  limit: number,
  receipt: ReceiptCollector,
): Messages<string | undefined> {
  const { connection, transactions, toRow, known, signal } = tap;
  const keys = new OrderedKeys('asc', from?.receipt.keys);
  const query = { ...withMargin(utcDay(dayOf(position))), limit, resume: from?.checkpoint };
  try {
    const { onResponse } = receipt;
    for await (const page of connection.client.transactions.list(query, { signal, onResponse }).pages()) {
      // The token may be another one than for the page before.
      await known.check(page.results);
      const added = receipt.add(page);
      known.add(added);
      const rows = added.map((row) => {
        const { type, id } = row.transactionDetails;
        return { ...toRow(row), occurrence: keys.add(instantOf(row.timestamp), type, id, row) };
      });
      const at = { limit, checkpoint: page.checkpoint, receipt: receipt.state() };
      // The STATE after the last page is that of the day.
      const state = page.nextCursor === null ? '' : stateOf(tap, { ...position, page: at });
      yield recordMessages(transactions, rows) + state;
    }
  } catch (error) {
    // How long a cursor lives is not documented (§4.1).
    const isRejected = error instanceof ApiError && [400, 404, 410].includes(error.status);
    if (from && isRejected) return 'the service rejects the cursor of the state';
    throw error;
  }
  const problems = receipt.problems().map(({ message }) => message);
  return problems.length === 0 ? undefined : problems.join('; ');
}

/** The sums of a currency and type that a day no longer has. */
const noRows = { rows: 0, ...byMoneyField(() => '0') };

/** Returns the records of a receipt: one for each currency and type. */
function sumsOf({ startDate, endDate, sums }: Receipt): readonly object[] {
  return sums.map(({ currencyCode, type, rows, ...amounts }) => ({
    ...{ range_start: startDate, range_end: endDate, currency_code: currencyCode, type, rows },
    ...Object.fromEntries(moneyFields.map((field) => [moneyColumnOf[field], amounts[field]])),
  }));
}
