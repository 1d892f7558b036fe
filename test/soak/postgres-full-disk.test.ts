import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runProgram } from '../support/run-program.ts';

const script = join(import.meta.dirname, 'postgres/full-disk.ts');

/** Whether this user may mount a disk. */
function mayMount(): boolean {
  return spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;
}

test.runIf(mayMount())(
  'a full disk of the database ends a worker with a clear error, and the load is exact once there is space',
  async () => {
    const disk = mkdtempSync(join(tmpdir(), 'small-disk-'));
    onTestFinished(() => rmSync(disk, { recursive: true }));
    // The disk exists in this process and its children only.
    const { out, err } = await runProgram('unshare', ['-m', process.execPath, script, disk]);

    expect(err).toBe('');
    const result = JSON.parse(out) as Record<string, unknown>;
    const { message, jobs, jobsDone, totals, expected, ...rest } = result;
    expect(message).toMatch(
      /^the disk of the database is full: could not extend file .*No space left on device$/,
    );
    expect(Number(jobsDone)).toBeGreaterThan(0);
    expect(Number(jobsDone)).toBeLessThan(Number(jobs));
    // A full disk is not the fault of a job.
    const full = { reason: 'full', sqlState: '53100' };
    expect(rest).toEqual({ ...full, failedBefore: [], finished: true, failedJobs: [], agrees: true });
    expect(totals).toEqual(expected);
  },
);
