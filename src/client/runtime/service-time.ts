/** In ms: less is no reason to doubt the clock of this machine. */
export const toleratedDifference = 60_000;

/** A clock of the service that advanced less while another one advanced more stands still: in ms. */
export const standstill = { service: 3_600_000, other: 12 * 3_600_000 };

/** Returns the service's time at a response, in ms since 1970; `undefined` if it does not tell, or a cache responded. */
export function serviceTimeOf(headers: Headers | undefined): number | undefined {
  const date = Date.parse(headers?.get('date') ?? '');
  return Number.isNaN(date) || headers?.has('age') ? undefined : date;
}

/**
 * Returns the time up to which a range can have ended, in ms since 1970: that of this machine, or of the service if the clock
 * of this machine is ahead. By a clock that is ahead, a range has ended that has not.
 */
export function latestEnd(serviceTime: number | undefined): number {
  const now = Date.now();
  return serviceTime !== undefined && serviceTime < now - toleratedDifference ? serviceTime : now;
}
