import type { Hooks } from '../../client/options/hooks.ts';
import { serviceTimeOf, toleratedDifference } from '../../client/runtime/service-time.ts';
import { formatDuration } from '../terminal/format.ts';

/** A response, with the times of this computer in milliseconds since 1970. */
interface Timed {
  readonly headers: Headers;
  readonly sentAt: number;
  /** When the headers were received. */
  readonly receivedAt: number;
}

/** Returns by how many seconds the service's clock is ahead; `undefined` if the response has no date of its own. */
export function secondsAhead({ headers, sentAt, receivedAt }: Timed): number | undefined {
  const date = serviceTimeOf(headers);
  if (date === undefined) return undefined;
  // The header was written between the two, and has no milliseconds.
  const [earliest, latest] = [date - receivedAt, date + 1000 - sentAt];
  return Math.round((earliest > 0 ? earliest : latest < 0 ? latest : 0) / 1000);
}

/** Returns hooks that say once that the clocks differ. */
export function watchClock(say: (line: string) => void): Hooks {
  const sent = new Map<string, number>();
  let isSaid = false;
  return {
    onRequest: ({ callId }) => void sent.set(callId, Date.now()),
    onResponse: ({ callId, headers }) => {
      const sentAt = sent.get(callId);
      sent.delete(callId);
      if (isSaid || !headers || sentAt === undefined) return;
      const seconds = secondsAhead({ headers, sentAt, receivedAt: Date.now() }) ?? 0;
      if (Math.abs(seconds) * 1000 <= toleratedDifference) return;
      isSaid = true;
      const how = `${formatDuration(Math.abs(seconds))} ${seconds > 0 ? 'ahead' : 'behind'}`;
      say(
        `the service's clock is ${how}: synchronize the clock of this machine, unless the service's is wrong`,
      );
    },
  };
}
