import { type Checkpoint, PublisherError } from '../../errors/index.ts';
import type { Progress } from '../../transport/cursor-walk.ts';
import type { TransactionPage } from '../transaction-list.ts';
import type { KeysToTake } from './delivered-keys.ts';

/** What a single iteration needs to know that takes over from windows. */
export interface StartOver {
  /** A single iteration of the range from its beginning, which reports no progress. */
  readonly pages: AsyncIterable<TransactionPage>;
  /** The rows that windows delivered. */
  readonly delivered: KeysToTake;
  /** Where the windows stood after the last page that they delivered. */
  readonly checkpoint: Checkpoint;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * A single iteration of the range from its beginning that delivers what windows have not.
 *
 * Its checkpoints never lose a row. Until it delivers a row of its own, the checkpoint stays that of the last page which
 * windows delivered: skipped rows do not move it. From then on it is the place of the single iteration, before which
 * every row was delivered. Where rows that windows delivered come after it (they held rows that a single iteration
 * returns later), resuming from it repeats those: which rows they are would take up to a million keys to say.
 */
export async function* startOver(over: StartOver): AsyncGenerator<TransactionPage, void, undefined> {
  const { pages, delivered, onProgress } = over;
  let { checkpoint } = over;
  let isAhead = false;
  /** The place of the single iteration, as soon as it says more than that of the windows. */
  const placeOf = (single: Checkpoint): Checkpoint => {
    const { pages, rows } = checkpoint;
    return isAhead || delivered.left === 0 ? { ...single, pages, rows } : checkpoint;
  };
  try {
    for await (const page of pages) {
      const results = page.results.filter((row) => !delivered.take(row));
      if (results.length > 0) {
        isAhead = true;
        const index = checkpoint.pages;
        const rows = checkpoint.rows + results.length;
        checkpoint = { ...page.checkpoint, pages: index + 1, rows };
        onProgress({ pages: index + 1, rows, totalCount: page.totalCount });
        yield { ...page, results, index, checkpoint };
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
