import { UsageError } from '../usage-error.ts';

/** Returns an id. A script may pass a variable that is not set. @throws UsageError if it is blank */
export function checkId(name: string, id: string): string {
  if (id.trim() === '') throw new UsageError(`${name}: must not be empty`);
  return id;
}
