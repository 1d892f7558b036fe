import { UsageError } from './usage-error.ts';

/**
 * Sets the environment variables of a file; variables that are already set take precedence.
 *
 * @throws UsageError if it cannot be read.
 */
export function loadEnvFile(path: string): void {
  try {
    process.loadEnvFile(path);
  } catch {
    throw new UsageError(`--env-file: ${path} cannot be read`);
  }
}
