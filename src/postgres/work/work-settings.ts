import type { LoadClient } from '../options.ts';
import type { WorkProgress } from './work-result.ts';

/** The options of a worker with their defaults. */
export interface WorkSettings {
  readonly client: LoadClient;
  readonly load?: number | undefined;
  readonly concurrency: number;
  readonly baseUrl?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: WorkProgress) => void) | undefined;
  readonly onReconnect?: ((error: Error) => void) | undefined;
}
