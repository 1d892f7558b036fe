import type * as Pg from 'pg';
import type * as PgBoss from 'pg-boss';

import { ConfigurationError } from '../../errors/index.ts';

/** The optional peers of this entry. */
export interface Peers {
  readonly pg: typeof Pg.default;
  readonly boss: typeof PgBoss;
}

/**
 * Loads `pg` and `pg-boss`.
 *
 * @throws {@link ConfigurationError} with the command that installs what is missing
 */
export async function loadPeers(): Promise<Peers> {
  return {
    // Before 8.15, its names are on the default export only.
    pg: await load('pg', async () => (await import('pg')).default),
    boss: await load('pg-boss', () => import('pg-boss')),
  };
}

async function load<Module>(name: string, imported: () => Promise<Module>): Promise<Module> {
  try {
    return await imported();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new ConfigurationError(name, 'is not installed. Run: npm install pg pg-boss@12.35.0');
  }
}
