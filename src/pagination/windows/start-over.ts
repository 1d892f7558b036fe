import { type Checkpoint, PublisherError } from '../../errors/index.ts';
import type { TransactionDelivery } from '../transaction-page.ts';
import type { KeysToTake } from './delivered-keys.ts';
import { keyedRow } from './row-key.ts';

/** What a single iteration needs to know that takes over from windows. */
export interface StartOver {
  /** A single iteration of the range from its beginning. */
  readonly pages: AsyncIterable<TransactionDelivery>;
  /** The rows that windows delivered. */
  readonly delivered: KeysToTake;
  /** Where the windows stood after the last page that they delivered. */
  readonly checkpoint: Checkpoint;
}

/**
 * A single iteration of the range from its beginning that delivers what windows have not.
 *
 * Its checkpoints never lose a row. Until it delivers a row of its own, the checkpoint stays that of the last page which
 * windows delivered: skipped rows do not move it. From then on it is the place of the single iteration, before which
 * every row was delivered. Where rows that windows delivered come after it (they held rows that a single iteration
 * returns later), resuming from it repeats those: which rows they are would take up to a million keys to say.
 */
export async function* startOver(over: StartOver): AsyncGenerator<TransactionDelivery, void, undefined> {
  const { pages, delivered } = over;
  let { checkpoint } = over;
  let isAhead = false;
  /** The place of the single iteration, as soon as it says more than that of the windows. */
  const placeOf = (single: Checkpoint): Checkpoint => {
    const { pages, rows, invalidRows } = checkpoint;
    return isAhead || delivered.left === 0 ? { ...single, pages, rows, invalidRows } : checkpoint;
  };
  try {
    for await (const { page, invalidRows: invalid } of pages) {
      const results = page.results.filter((row) => !delivered.take(row));
      const setAside = invalid.filter((row) => !delivered.take(keyedRow(row)));
      if (results.length + setAside.length > 0) {
        isAhead = true;
        const index = checkpoint.pages;
        const rows = checkpoint.rows + results.length;
        const invalidRows = checkpoint.invalidRows + setAside.length;
        checkpoint = { ...page.checkpoint, pages: index + 1, rows, invalidRows };
        yield { page: { ...page, results, index, checkpoint }, invalidRows: setAside };
      } else {
        checkpoint = placeOf(page.checkpoint);
      }
    }
  } catch (error) {
    if (error instanceof PublisherError) {
      error.checkpoint = error.checkpoint ? placeOf(error.checkpoint) : checkpoint;
    }
    throw error;
  }
}
