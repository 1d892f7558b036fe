import type { LeaseHolder } from '../../postgres/index.ts';

/** Returns a function that says for whom the command waits. */
export function saysWaiting(say: (line: string) => void): (holder: LeaseHolder) => void {
  return (holder) => say(`Waiting for another plan: ${describeHolder(holder)}`);
}

/** Names a process, for people. */
export function describeHolder({ host, pid, since }: LeaseHolder): string {
  return `pid ${pid} on ${host}, since ${since}`;
}
