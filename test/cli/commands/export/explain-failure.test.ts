import { expect, test } from 'vitest';

import { explainFailure } from '../../../../src/cli/commands/export/explain-failure.ts';
import { ResponseTooLargeError } from '../../../../src/client/index.ts';

test.each([
  ['EACCES', '/ledger/a.csv.part: there is no permission (EACCES)'],
  ['EROFS', '/ledger/a.csv.part: the disk is read-only (EROFS)'],
  ['EMFILE', '/ledger/a.csv.part: failed (EMFILE)'],
])('a file that cannot be opened because of %s is named', (code, message) => {
  const error = Object.assign(new Error(`${code}: failed, open`), {
    code,
    syscall: 'open',
    path: '/ledger/a.csv.part',
  });

  expect(explainFailure(error, { keptRows: 0, signal: new AbortController().signal })).toMatchObject({
    name: 'CommandError',
    code: 'write_failed',
    message,
  });
});

test('a page that is too large says how to request smaller ones', () => {
  const error = new ResponseTooLargeError('transactions.list: the response is larger than maxResponseBytes', {
    operation: 'transactions.list',
    attempts: 1,
    headers: new Headers(),
    status: 200,
    maxResponseBytes: 64,
  });

  expect(explainFailure(error, { keptRows: 0, signal: new AbortController().signal })).toMatchObject({
    message: `${error.message}; request smaller pages with --limit`,
  });
});
