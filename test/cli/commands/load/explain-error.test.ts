import { expect, test } from 'vitest';

import { explain } from '../../../../src/cli/commands/load/explain-error.ts';
import { DatabaseError } from '../../../../src/postgres/index.ts';

const again = 'run the same command again; the rows of finished jobs are kept';

test.each([
  ['unreachable', undefined, `Check its address, and that it runs, and ${again}`],
  ['certificate', undefined, 'Check the host, and that sslrootcert in the URL is the certificate of its CA'],
  [
    'permission',
    undefined,
    'The privileges that each command needs are in node_modules/publisher-commerce/docs/postgres.md',
  ],
  [
    'permission',
    '28P01',
    'Check the user, and the password in PGPASSWORD, .pgpass or the URL, where it is percent-encoded',
  ],
  ['lost_lease', undefined, `R${again.slice(1)}`],
  ['full', undefined, `Make room, and ${again}`],
  ['failed', '3D000', 'Create it, or correct its name in the URL'],
  [
    'failed',
    '25006',
    'It is a replica, or default_transaction_read_only is on: name the primary, or run the same command again later',
  ],
] as const)(
  'a database error with the reason %s and the state %s says what to do: %s',
  (reason, sqlState, advice) => {
    expect(explain(new DatabaseError('it failed', { reason, sqlState }), {})).toMatchObject({
      code: `database_${reason}`,
      message: `it failed. ${advice}`,
    });
  },
);
