/** Bytes that wait for a reader of stdout who has stopped reading; lines beyond are dropped. */
const maxWaiting = 1024 * 1024;

let dropped = 0;

/**
 * Lets the process outlive its output: a reader may leave (EPIPE), as `head` does, or the disk behind it be full
 * (ENOSPC).
 */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Writes to stdout what it has room for, and says how much was dropped as soon as there is room again. */
export function print(text: string): void {
  const { stdout } = process;
  if (stdout.writableLength > maxWaiting) {
    dropped += 1;
    return;
  }
  const notice = dropped === 0 ? '' : `(${dropped} lines were dropped: stdout was not read)\n`;
  dropped = 0;
  try {
    stdout.write(notice + text);
  } catch {
    // A file is written to at once, and some errors are thrown at once.
  }
}

/** Lets the process end although nobody reads what waits for stdout: it has another second. */
export function leaveUnreadOutput(): void {
  setTimeout(() => process.exit(), 1000).unref();
}
