import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { ClientOptions } from '../../src/client/index.ts';
import { type Finished, runProgram } from '../support/run-program.ts';
import { type ReceivedRequest, startService } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');
const token = 'token-that-must-not-leak-4711';

/** The service's two hosts: two real servers, which record what they receive. */
async function startHosts() {
  const page = { json: { pricePoints: [] } };
  const production = await startService([page]);
  const sandbox = await startService([page]);
  return {
    production,
    sandbox,
    async [Symbol.asyncDispose]() {
      await production[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
    },
  };
}

const program = `
import { PublisherClient } from 'publisher-commerce';
const client = new PublisherClient(JSON.parse(process.argv[1]));
await client.pricePoints.list();
console.log(client.environment, client.baseUrl);
`;

/** Runs the program with the built package in a process of its own, with these options, and variables of ours. */
function send(options: ClientOptions, variables: Readonly<Record<string, string>>): Promise<Finished> {
  const args = ['--input-type=module', '--eval', program, JSON.stringify(options)];
  const env = { PATH: process.env['PATH'], ...variables };
  return runProgram(process.execPath, args, { cwd: root, env });
}

const tokensOf = ({ requests }: { readonly requests: readonly ReceivedRequest[] }): unknown[] =>
  requests.map(({ headers }) => headers['x-publisher-token']);

test('a process whose variables select the sandbox sends a token that is passed with baseUrl to no other host', async () => {
  await using hosts = await startHosts();
  const variables = { PUBLISHER_ENVIRONMENT: 'sandbox', PUBLISHER_SANDBOX_URL: hosts.sandbox.url };
  const options = { baseUrl: hosts.production.url, token };

  const rejected = await send(options, variables);
  const settled = await send({ ...options, environment: 'production' }, variables);

  expect(rejected.code).toBe(1);
  expect(rejected.err).toContain('pass environment: "production" to use baseUrl');
  expect(rejected.out + rejected.err).not.toContain(token);
  expect(settled).toMatchObject({ code: 0, out: `production ${hosts.production.url}\n`, err: '' });
  expect(tokensOf(hosts.production)).toEqual([token]);
  expect(tokensOf(hosts.sandbox)).toEqual([]);
});

test('a process whose variables select production sends nothing there for a client with a sandboxUrl', async () => {
  await using hosts = await startHosts();
  const variables = { PUBLISHER_BASE_URL: hosts.production.url, PUBLISHER_TOKEN: 'production-token' };
  const options = { sandboxUrl: hosts.sandbox.url, token };

  const rejected = await send(options, variables);
  const settled = await send({ ...options, environment: 'sandbox' }, variables);

  expect(rejected.code).toBe(1);
  expect(rejected.err).toContain('pass environment: "sandbox" to use sandboxUrl');
  expect(settled).toMatchObject({ code: 0, out: `sandbox ${hosts.sandbox.url}\n`, err: '' });
  expect(tokensOf(hosts.production)).toEqual([]);
  expect(tokensOf(hosts.sandbox)).toEqual([token]);
});

test('PUBLISHER_ENVIRONMENT switches the address and the token of a process', async () => {
  await using hosts = await startHosts();
  const variables = {
    PUBLISHER_BASE_URL: hosts.production.url,
    PUBLISHER_TOKEN: 'production-token',
    PUBLISHER_SANDBOX_URL: hosts.sandbox.url,
    PUBLISHER_SANDBOX_TOKEN: 'sandbox-token',
  };

  await send({}, variables);
  await send({}, { ...variables, PUBLISHER_ENVIRONMENT: 'sandbox' });

  expect(tokensOf(hosts.production)).toEqual(['production-token']);
  expect(tokensOf(hosts.sandbox)).toEqual(['sandbox-token']);
});
