import { PaginationError } from '../errors/index.ts';

/** What is known of an iteration that has ended. */
interface Ended {
  /** The service's count less what was received; `undefined` without a count. */
  readonly missing?: number | undefined;
  /** Whether the data turned out to have changed meanwhile. */
  readonly changed?: boolean | undefined;
}

/** @throws {@link PaginationError} unless the service's count was received, and no page showed a change */
export function checkComplete(
  operation: string,
  { missing, changed }: Ended,
  items: 'rows' | 'offers',
): void {
  const problem =
    missing === undefined
      ? `the service returned no count of ${items} to compare with`
      : missing > 0
        ? `${missing} ${items} of the service's count were not received`
        : missing < 0
          ? `${-missing} ${items} more than the service's count were received`
          : changed
            ? `${items} may be missing or repeated, because the data changed meanwhile: start again without resume`
            : undefined;
  if (problem === undefined) return;
  throw new PaginationError(`${operation}: ${problem}, and requireComplete is set`, { operation });
}
