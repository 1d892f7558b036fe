/** How many bytes are buffered while nothing reads stdout. Further lines are dropped. */
const maxBuffered = 1024 * 1024;

let dropped = 0;

/** Writes to stdout, or drops the line if the buffer is full. Reports dropped lines once there is room again. */
export function print(line: string): void {
  const { stdout } = process;
  if (stdout.writableLength > maxBuffered) {
    dropped += 1;
    return;
  }
  const notice = dropped === 0 ? '' : `(${dropped} lines were dropped: stdout was not read)\n`;
  dropped = 0;
  try {
    stdout.write(notice + line);
  } catch {
    // Writes to a file are synchronous, and some errors of them are thrown.
  }
}

/** Ends the process after one second, even if buffered output has not been read. */
export function exitDespiteUnreadOutput(): void {
  setTimeout(() => process.exit(), 1000).unref();
}
