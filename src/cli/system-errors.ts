/** The code of a system error, for example `ENOSPC`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}

/** Whether a file does not exist. */
export function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT';
}
