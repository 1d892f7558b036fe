import type { Database } from '../database/open-database.ts';
import type { LoadClient } from '../options.ts';

/** What a comparison with the service needs. */
export interface ServiceTools {
  readonly database: Database;
  readonly client: LoadClient;
  readonly signal: AbortSignal | undefined;
}
