import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSandbox } from '../../src/sandbox/index.ts';
import { codeBlocksOf } from '../support/code-blocks.ts';
import { runProgram } from '../support/run-program.ts';

const root = join(import.meta.dirname, '../..');
// Inside the project, so that the programs find `publisher-commerce`.
const scratch = join(root, 'out/selling');
const guide = readFileSync(join(root, 'docs/selling.md'), 'utf8');
const outputs = [...guide.matchAll(/^```text\n(.*?)^```/gms)].map(([, text = '']) => text);
const [sell, grant] = codeBlocksOf(root, 'docs/selling.md');

beforeAll(() => mkdirSync(scratch, { recursive: true }));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('the programs of the guide to selling print what it shows: a session, its payment and a refund', async () => {
  const sandbox = createSandbox({ seed: 1 });
  await using server = await sandbox.listen();
  const env = { ...process.env, PUBLISHER_BASE_URL: server.url, PUBLISHER_TOKEN: sandbox.token };
  // Saved as the guide says: without types, it is JavaScript.
  const run = (name: string, code: string | undefined, args: readonly string[] = []) => {
    writeFileSync(join(scratch, name), code ?? '');
    return runProgram(process.execPath, [join(scratch, name), ...args], { env });
  };

  const sold = await run('sell.mjs', sell?.code);
  expect(sold).toMatchObject({ code: 0, err: '' });
  expect(sold.out.replace(server.url, 'http://127.0.0.1:4010')).toBe(outputs[0]);

  const purchase = /^Purchase: (.+)$/m.exec(sold.out)?.[1] ?? '';
  expect(await run('grant.mjs', grant?.code, [purchase])).toMatchObject({ code: 0, out: '', err: '' });
  sandbox.purchases.pay(/^Session: (.+)$/m.exec(sold.out)?.[1] ?? '');
  expect(await run('grant.mjs', grant?.code, [purchase])).toMatchObject({
    code: 0,
    out: outputs[1],
    err: '',
  });

  sandbox.purchases.refund(purchase);
  const { out } = await run('grant.mjs', grant?.code, [purchase]);
  expect(out).toBe(`${outputs[1] ?? ''}Check ${purchase}: refund, -€4.49\n`);

  // Longer than a player waits, and within the limits of a client. The price point exists now, which is no failure.
  sandbox.fail({ operation: 'checkout.createSession', status: 503, retryAfter: 50 });
  const { code, err } = await run('sell.mjs', sell?.code);
  expect([code, err]).toEqual([1, expect.stringContaining('not waited for: totalTimeout is 10 s')]);
});
