import { type Checkpoint, PaginationError } from '../errors/index.ts';
import { quote } from '../errors/printable.ts';
import type { TokenRedactor } from '../http/redact.ts';

/**
 * Rejects a cursor that contains the token: it would be sent in a URL and stored in checkpoints.
 *
 * @throws {@link PaginationError} with the redacted cursor and the given checkpoint
 */
export function checkCursor(
  cursor: string | null,
  operation: string,
  sent: TokenRedactor,
  checkpoint: Checkpoint,
): void {
  if (cursor === null || !sent.isIn(cursor)) return;
  const shown = sent.redact(cursor, maxCursorLength);
  const error = new PaginationError(
    `${operation}: the service returned a cursor that contains the publisher token, ${quote(shown)}; ` +
      'it is neither sent nor stored',
    { operation, cursor: shown },
  );
  error.checkpoint = checkpoint;
  throw error;
}

const maxCursorLength = 1000;
