import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { signPayload } from '../../src/callbacks/index.ts';
import { codeBlocksOf } from '../support/code-blocks.ts';
import { startProgram } from '../support/run-program.ts';

const root = join(import.meta.dirname, '../..');
const recipe = codeBlocksOf(root, 'docs/callbacks.md').find(({ code }) => code.includes("from 'fastify'"));

/** The application around the recipe: it parses every body, everywhere, and has routes that need it. */
const application = `
const parsedBodies: string[] = [];
app.addContentTypeParser(['application/json', '*'], { parseAs: 'string' }, (_request, text, parsed) => {
  parsedBodies.push(String(text));
  parsed(null, JSON.parse(String(text)));
});
app.post('/other', ({ body }) => body);
app.get('/parsed', () => parsedBodies);
`;

/** Starts the recipe as it is documented, in an application, and returns its address. */
async function startRecipe(): Promise<string> {
  mkdirSync(join(root, 'test/out'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test/out/fastify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'recipe.ts');
  const code = recipe?.code
    .replace(/(?<=const app = fastify\(\);\n)/, application)
    .replace(/^await app\.close.*$/m, '');
  writeFileSync(file, code ?? '');
  const { child, printed, finished } = startProgram(process.execPath, [file]);
  onTestFinished(async () => {
    child.kill();
    await finished;
  });
  const [, url = ''] = await printed(/listening on (\S+)/);
  return url;
}

test("the documented route of Fastify gets the raw bytes, and the application's other routes parsed ones", async () => {
  const url = await startRecipe();
  const body = '{ "date":"2026-10-01T12:00:00Z",\n"device" : "MOBILE", "n": 1.0 }';
  const post = (path: string, headers: Record<string, string>): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', headers, body });
  const signature = await signPayload(body, { secret: 'sandbox-secret' });
  const signed = { 'x-publisher-token': 'sandbox-token', signature };

  for (const type of ['application/json', 'text/plain', 'application/x-undeclared']) {
    const response = await post('/game-auth', { ...signed, 'content-type': type });
    expect(await response.json()).toMatchObject({ deepLink: 'mygame://auth' });
  }
  expect((await post('/game-auth', { ...signed, 'x-publisher-token': 'another' })).status).toBe(401);
  expect((await post('/game-auth', { ...signed, signature: 't=1,v1=0' })).status).toBe(400);
  const other = await post('/other', { 'content-type': 'application/json' });
  expect(await other.json()).toEqual(JSON.parse(body));
  const parsed = await fetch(`${url}/parsed`);
  expect(await parsed.json()).toEqual([body]);
});
