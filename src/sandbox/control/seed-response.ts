import { bytesResponse } from '../http/json.ts';
import { showSeed } from '../state/seed/show-seed.ts';
import type { Store } from '../state/store.ts';

/** The state as a seed file, indented: people edit it. */
export function seedResponse(store: Store): Response {
  return bytesResponse(200, Buffer.from(`${JSON.stringify(showSeed(store), null, 2)}\n`));
}
