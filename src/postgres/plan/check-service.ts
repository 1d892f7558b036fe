import { ConfigurationError } from '../../errors/index.ts';
import type { Database } from '../database/open-database.ts';

/** A load and the base URL that it was planned with, if any. */
export interface LoadService {
  readonly id: number;
  readonly base_url: string | null;
}

/**
 * Checks that loads are of the service that a client has: the rows of two services must not be mixed.
 *
 * @throws {@link ConfigurationError} naming both
 */
export function checkService(loads: readonly LoadService[], baseUrl: string | undefined): void {
  if (baseUrl === undefined) return;
  for (const { id, base_url: planned } of loads) {
    if (planned === null || normalized(planned) === normalized(baseUrl)) continue;
    throw new ConfigurationError('baseUrl', `load ${id} is of ${planned}, not of ${baseUrl}`);
  }
}

/** Checks {@link checkService} for every load of a schema, open or finished. @throws {@link ConfigurationError} */
export async function checkServiceOfLoads(
  { query, tables }: Database,
  baseUrl: string | undefined,
): Promise<void> {
  const loads = await query<LoadService & Record<string, unknown>>(
    `SELECT id, base_url FROM ${tables.loads} ORDER BY id`,
  );
  checkService(loads, baseUrl);
}

function normalized(url: string): string {
  return new URL(url).href.replace(/\/$/, '');
}
