/**
 * Keeps the process running when its output fails: the reader may exit (EPIPE), as `head` does, or the disk may be full
 * (ENOSPC).
 */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
