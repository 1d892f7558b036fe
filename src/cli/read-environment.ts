import type { Environment } from '../options/environment.ts';
import { UsageError } from './usage-error.ts';

/** Reads `--environment`; `undefined` if it is missing. @throws UsageError */
export function readEnvironment(value: string | undefined): Environment | undefined {
  if (value === undefined || value === 'production' || value === 'sandbox') return value;
  throw new UsageError('--environment: must be production or sandbox');
}
