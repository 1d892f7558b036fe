import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

import { errorCode } from '../error-code.ts';

/** Identifies a process, even if another one had, or will have, the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time, in ticks since the system started; `0` where it is not known (all systems but Linux). */
  readonly start: string;
  /** The boot and the container that the pid belongs to; `0` where they are not known. */
  readonly realm: string;
}

/** A name for a file of this process that nobody can guess. */
export function ownedName(): string {
  const start = statusOf(process.pid)?.start ?? '0';
  return [process.pid, start, realm(), randomBytes(8).toString('hex')].join('-');
}

/** The process that made a name with {@link ownedName}; `undefined` for any other name. */
export function ownerOf(name: string): ProcessIdentity | undefined {
  const [, pid, start = '', realm = ''] = /^(\d+)-(\d+)-([\w.]+)-[\da-f]+$/.exec(name) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), start, realm };
}

/** Whether a process still runs. A process of another boot, or of an invisible container, counts as ended. */
export function isRunning({ pid, start, realm: processRealm }: ProcessIdentity): boolean {
  if (processRealm !== realm()) return false;
  try {
    // Signal 0 sends nothing, and throws if the process does not exist.
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, and belongs to another user.
    return errorCode(error) === 'EPERM';
  }
  const status = statusOf(pid);
  if (!status) return true;
  // A zombie (Z) has ended, and waits for its parent.
  return !/[ZX]/.test(status.state) && (start === '0' || status.start === start);
}

/** From `/proc/PID/stat`, whose second field is a name in brackets that may contain anything. */
function statusOf(pid: number): { readonly state: string; readonly start: string } | undefined {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
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
