import { expect, test } from 'vitest';

import { describeLoadDifference } from '../../../../src/cli/commands/load/describe-difference.ts';
import type { LoadDifference } from '../../../../src/postgres/index.ts';

const row = { timestamp: '2026-10-01', type: 'paid', transactionId: 't-1' };
const part = { startDate: '2026-10-01', endDate: '2026-10-02', found: '7', expected: '8' };
const job = { load: 1, job: 2, found: '7', expected: '8' };

test.each([
  ['added', row, '2026-10-01 paid t-1: the table does not have it'],
  ['missing', row, '2026-10-01 paid t-1: the service no longer has it'],
  ['returned', row, '2026-10-01 paid t-1: marked as missing, but the service has it'],
  ['unread', part, '2026-10-01 to 2026-10-02: the service returned no complete list: 7'],
  ['counted', part, '2026-10-01 to 2026-10-02: the service counts 8 rows, the table has 7'],
  ['unfinished', job, 'load 1: 7 of 8 jobs are done'],
  ['commits', job, 'load 1: expected 8 commits, found 7'],
  ['counted', job, 'job 2 of load 1: the service counted 8 rows, and returned 7'],
  [
    'changed',
    job,
    'job 2 of load 1: its window changed while it was read: load it again once its range has ended',
  ],
] as const)('a difference that is %s in %j is described', (what, rest, line) => {
  expect(describeLoadDifference({ what, ...rest } as unknown as LoadDifference)).toBe(line);
});
