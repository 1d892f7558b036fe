import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Finished } from '../support/run-program.ts';
import { Project, run } from './project.ts';

let current: Project;
let older: Project;

beforeAll(async () => {
  current = await Project.with('msw@3', 'pg@8', 'pg-boss@12');
  // What many projects have. npm would reject the package, if its peers did not allow them.
  older = await Project.with('msw@2', 'pg@8.0.3', 'pg-boss@10');
}, 600_000);
afterAll(async () => {
  await current.remove();
  await older.remove();
});

const modules = ['module', 'commonjs'] as const;

function evaluate({ folder }: Project, type: (typeof modules)[number], code: string): Promise<Finished> {
  const imports = code.replaceAll(
    /load\('([^']+)'\)/g,
    type === 'module' ? "await import('$1')" : "require('$1')",
  );
  const program = type === 'module' ? imports : `void (async () => { ${imports} })();`;
  return run(process.execPath, [`--input-type=${type}`, '--eval', program], { cwd: folder });
}

/** Prints a price point that one request creates and another one reads, both by the global `fetch`. */
const useHandlers = `
  const { setupServer } = load('msw/node');
  const { createSandbox } = load('publisher-commerce/sandbox');
  const { PublisherClient } = load('publisher-commerce');
  const sandbox = createSandbox();
  const server = setupServer(...sandbox.handlers);
  server.listen({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' });
  const options = { environment: 'sandbox', sandboxUrl: sandbox.baseUrl, token: sandbox.token, retry: false };
  const client = new PublisherClient(options);
  const { priceInUsdCents } = await client.pricePoints.create({ priceInUsdCents: 1234 });
  console.log((await client.pricePoints.get(priceInUsdCents)).priceInUsdCents);
  sandbox.fail({ operation: 'pricePoints.get', fault: 'reset' });
  await client.pricePoints.get(priceInUsdCents).catch(({ code }) => console.log(code));
  server.close();`;

test.each(modules.flatMap((type) => [['msw 2', type] as const, ['msw 3', type] as const]))(
  'with %s the handlers serve the global fetch, by a program of type %s',
  async (name, type) => {
    const { code, out, err } = await evaluate(name === 'msw 2' ? older : current, type, useHandlers);

    expect({ code, out, err }).toEqual({ code: 0, out: '1234\nconnection\n', err: '' });
  },
);

/** Prints the outcome of a create that no handler matches. */
const missHandlers = `
  const { setupServer } = load('msw/node');
  const { PublisherClient } = load('publisher-commerce');
  const server = setupServer();
  console.error = () => undefined; // msw's own report of the request
  server.listen({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' });
  const client = new PublisherClient({ baseUrl: 'https://commerce.example.com', token: 'a' });
  await client.pricePoints.create({ priceInUsdCents: 1234 })
    .catch(({ outcome, attempts, message }) => console.log(outcome, attempts, message));
  server.close();`;

test.each(modules.flatMap((type) => [['msw 2', type] as const, ['msw 3', type] as const]))(
  'with %s and no handler a create is not sent, by a program of type %s',
  async (name, type) => {
    const { code, out, err } = await evaluate(name === 'msw 2' ? older : current, type, missHandlers);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^not_sent 1 pricePoints.create: no mock of your test matches the request to https:/);
  },
);

const printError = `
  const { loadStatus } = load('publisher-commerce/postgres');
  const database = 'postgres://loader@127.0.0.1:1/finance';
  await loadStatus({ database, retryFor: 0 }).catch(({ name, message }) => console.log(name + ': ' + message));`;

test.each(modules)(
  'a pg that is too old is named with the version that is needed, by a program of type %s',
  async (type) => {
    const { code, out, err } = await evaluate(older, type, printError);

    expect({ code, out, err }).toEqual({
      code: 0,
      out: 'ConfigurationError: pg: found 8.0.3, but 8.11.0 or newer is needed. Run: npm install pg pg-boss@12.35.0\n',
      err: '',
    });
  },
);

test('a pg-boss that is too old or too new is named with the versions that are needed', async () => {
  await older.install('pg@8');
  const needed = 'but 12.35.0 or newer, below 13, is needed. Run: npm install pg pg-boss@12.35.0';

  const old = await evaluate(older, 'module', printError);
  expect(old.out).toMatch(/^ConfigurationError: pg-boss: found 10\.\d+\.\d+, /);
  expect(old.out).toContain(needed);

  await older.write('node_modules/pg-boss/package.json', '{ "name": "pg-boss", "version": "13.0.1" }');
  const next = await evaluate(older, 'module', printError);
  expect(next.out).toBe(
    `ConfigurationError: pg-boss: found 13.0.1, ${needed}. If the project needs another one, load from a folder of its own, with npx\n`,
  );
});

test.each(modules)('a missing dependency of a peer is named, by a program of type %s', async (type) => {
  await rm(join(current.folder, 'node_modules/pg-pool'), { recursive: true, force: true });

  const { out } = await evaluate(current, type, printError);

  expect(out).toBe(
    'ConfigurationError: pg: needs pg-pool, which is not installed. Run: npm install pg pg-boss@12.35.0\n',
  );
});
