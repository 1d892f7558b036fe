/** Repetitions of the same outage are not worth a line, in milliseconds. */
const quietTime = 60_000;

/** Returns a function that reports a lost connection, once for each outage. */
export function saysReconnect(say: (line: string) => void): (error: Error) => void {
  let last = -Infinity;
  return ({ message }) => {
    const now = performance.now();
    if (now - last > quietTime) say(`${message}; trying again for a minute`);
    last = now;
  };
}
