import type { WorkLoadOptions } from '../../postgres/index.ts';
import { readInteger } from '../read-integer.ts';
import type { LoadFlags } from './load-flags.ts';
import { connectToService, type DatabaseTarget, readDatabase } from './read-flags.ts';
import { saysReconnect } from './says-reconnect.ts';

/** What `load work` and `load sync` work with. */
export interface Worker {
  readonly target: DatabaseTarget;
  /** The options of the library. */
  readonly options: Omit<WorkLoadOptions, 'load'>;
}

/** Reads the flags of a worker. @throws UsageError if a flag is invalid, or a variable is missing or invalid */
export function readWorker(flags: LoadFlags, signal: AbortSignal, say: (line: string) => void): Worker {
  const concurrency = readInteger('concurrency', flags.concurrency);
  const target = readDatabase(flags, process.env);
  const service = connectToService(flags, process.env, say);
  return { target, options: { ...target, ...service, concurrency, signal, onReconnect: saysReconnect(say) } };
}
