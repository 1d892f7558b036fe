import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

import { FileLock, FileLockedError } from '../../shared/files/file-lock.ts';
import { CommandError, exitCode, reasonOf } from '../terminal/command-error.ts';
import type { Connection } from './connection.ts';

/**
 * Locks the service for this user of this machine: two runs at one moment cannot tell their changes apart, since the API has
 * no versions.
 *
 * @param what What is sent, `prices`: others may be sent at the same time
 * @throws CommandError if another run has the lock, or if none can be made
 */
export function lockService(what: string, { environment, origin, name }: Connection): FileLock {
  const service = createHash('sha256').update(`${what} ${environment} ${origin}`).digest('hex').slice(0, 16);
  const path = join(lockFolder(), service);
  try {
    return new FileLock(path, `a run of ${what}`);
  } catch (error) {
    if (!(error instanceof FileLockedError) || !error.isInUse) throw noLock(path, error);
    const message = `another run of ${what} is sending to ${name}; nothing was sent. Run it again when that one has ended (lock: ${path}.lock)`;
    throw new CommandError('busy', message, exitCode.busy);
  }
}

/** Returns the folder of the locks of this user, which nobody else can write to; never one beside a sheet, which is shared. */
function lockFolder(): string {
  const problems: string[] = [];
  for (const [parents, folder] of candidates()) {
    try {
      if (parents !== undefined) mkdirSync(parents, { recursive: true });
      makePrivate(folder);
      return folder;
    } catch (error) {
      problems.push(`${folder}: ${reasonOf(error)}`);
    }
  }
  throw noLock(problems.join('; '));
}

type Candidate = readonly [parents: string | undefined, folder: string];

function candidates(): readonly Candidate[] {
  // By the XDG specification, a relative path does not count.
  const state = [process.env['XDG_STATE_HOME'], homeState()].find((path) => path && isAbsolute(path));
  const name = 'publisher-commerce';
  // By its number: a container may run as a user that has no entry in the list of users.
  const own: Candidate = [undefined, join(tmpdir(), `${name}-${process.getuid?.() ?? 'user'}`)];
  return state === undefined ? [own] : [[state, join(state, name)], own];
}

function homeState(): string | undefined {
  try {
    return join(homedir(), '.local', 'state');
  } catch {
    return undefined;
  }
}

/** Makes a folder that only its owner can use, or checks one that exists: in a shared folder, it may be somebody else's. */
function makePrivate(folder: string): void {
  if (!isAbsolute(folder)) throw new Error('it is relative, and would be beside a sheet');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  const uid = process.getuid?.();
  if (!stats.isDirectory()) throw new Error('it is no folder');
  if (uid !== undefined && stats.uid !== uid) throw new Error('it belongs to another user');
}

function noLock(where: string, error?: unknown): CommandError {
  const why = error === undefined ? where : `${where}: ${reasonOf(error)}`;
  return new CommandError(
    'no_lock',
    `no lock can be made, so that another run could send at the same time; nothing was sent (${why})`,
    exitCode.failed,
  );
}
