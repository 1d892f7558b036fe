import { readFileSync, readlinkSync } from 'node:fs';

/** What tells a process from others that had, or will have, the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in ticks since the system did; `0` where the system does not tell (all but Linux). */
  readonly start: string;
  /** The run of the system and the container that the number belongs to; `0` where the system does not tell. */
  readonly realm: string;
}

/** This process. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, start: statusOf(process.pid)?.start ?? '0', realm: realm() };
}

/** Whether a process still runs. One of another run of the system, or of a container that cannot be seen, does not. */
export function isRunning({ pid, start, realm: its }: ProcessIdentity): boolean {
  if (its !== realm()) return false;
  try {
    // Sends nothing, and throws if there is no such process.
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const status = statusOf(pid);
  if (!status) return true;
  // A zombie has ended, and waits for its parent to notice.
  return !/[ZX]/.test(status.state) && (start === '0' || status.start === start);
}

/** From `/proc/PID/stat`; its second field is the name in brackets, which may hold anything. */
function statusOf(pid: number): { readonly state: string; readonly start: string } | undefined {
  const text = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0] ?? '', start: fields[19] ?? '0' };
}

function realm(): string {
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const container = read(() => readlinkSync('/proc/self/ns/pid'));
  return `${boot?.slice(0, 8) ?? '0'}.${container?.replaceAll(/\D/g, '') ?? '0'}`;
}

function read(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
