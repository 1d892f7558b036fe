import { type Checkpoint, PublisherError } from '../../errors/index.ts';
import { changedBy } from '../cursor-pages.ts';
import type { TransactionDelivery } from '../transaction-page.ts';
import type { RemainingKeys } from './delivered-keys.ts';
import { keyedRow } from './row-key.ts';

/** Options of {@link startOver}. */
export interface StartOver {
  /** An iteration over the whole range, from its start. */
  readonly pages: AsyncIterable<TransactionDelivery>;
  /** Keys of the rows that windows delivered. */
  readonly delivered: RemainingKeys;
  /** The checkpoint after the last page that windows delivered. */
  readonly checkpoint: Checkpoint;
}

/**
 * Iterates over the whole range again, without windows, and delivers the rows that windows have not delivered.
 *
 * Its checkpoints never lose a row. Until it delivers its first row, the checkpoint is that of the last page that
 * windows delivered; skipped rows do not change it. After that, it is the position of this iteration, and every earlier
 * row has been delivered. Windows may also have delivered later rows: resuming repeats those, since a checkpoint would
 * need up to a million keys to skip them.
 */
export async function* startOver(options: StartOver): AsyncGenerator<TransactionDelivery, void, undefined> {
  const { pages, delivered } = options;
  let { checkpoint } = options;
  let isAhead = false;
  /** Returns the checkpoint of this iteration once it is ahead of the windows, else the one of the windows. */
  const checkpointAt = (single: Checkpoint): Checkpoint => {
    const { pages, rows, invalidRows } = checkpoint;
    const changed = changedBy(checkpoint, single);
    return isAhead || delivered.left === 0
      ? { ...single, pages, rows, invalidRows, ...changed }
      : { ...checkpoint, ...changed };
  };
  try {
    for await (const { page, invalidRows: invalid } of pages) {
      const results = page.results.filter((row) => !delivered.take(row));
      const setAside = invalid.filter((row) => !delivered.take(keyedRow(row)));
      const changed = changedBy(checkpoint, page.checkpoint);
      if (results.length + setAside.length > 0 || changed.changed !== checkpoint.changed) {
        isAhead = true;
        const index = checkpoint.pages;
        const rows = checkpoint.rows + results.length;
        const invalidRows = checkpoint.invalidRows + setAside.length;
        checkpoint = { ...page.checkpoint, pages: index + 1, rows, invalidRows, ...changed };
        yield { page: { ...page, results, index, checkpoint }, invalidRows: setAside };
      } else {
        checkpoint = checkpointAt(page.checkpoint);
      }
    }
  } catch (error) {
    if (error instanceof PublisherError) {
      error.checkpoint = error.checkpoint ? checkpointAt(error.checkpoint) : checkpoint;
    }
    throw error;
  }
}
