import { chmod, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { installedBinaries } from '../../examples/support/postgres-binaries.ts';
import { startServer } from '../../examples/support/start-server.ts';
import { execute } from '../support/postgres.ts';

// A place of their own: other tests start servers at the same time.
let temporary: string;
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'start-server-'));
  await chmod(temporary, 0o755);
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true });
});

// Only root runs the server as another user, who may lack permissions that root has.
test.skipIf(process.getuid?.() !== 0)(
  'a server starts from a folder that only root can enter, and leaves nothing',
  async () => {
    const binaries = join(temporary, 'only-root/native');
    await mkdir(join(temporary, 'only-root'), { mode: 0o700 });
    await cp(installedBinaries(), binaries, { recursive: true, verbatimSymlinks: true });
    {
      await using server = await startServer({ binaries });
      expect(await execute(server.url, 'SELECT 1 + 1 AS sum')).toEqual([{ sum: 2 }]);
      expect((await readdir(temporary)).filter((name) => name.startsWith('postgres-binaries-'))).toHaveLength(
        1,
      );
    }
    expect(await readdir(temporary)).toEqual(['only-root']);
  },
);

test('what keeps a server from starting is reported in the words of PostgreSQL', async () => {
  await expect(startServer({ flags: ['-c', 'max_connection=20'] })).rejects.toThrow(
    /^PostgreSQL did not start: .*FATAL: {2}unrecognized configuration parameter "max_connection"$/,
  );
  expect(await readdir(temporary)).toEqual([]);
});
