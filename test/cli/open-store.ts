import type { ServerResponse } from 'node:http';
import { writeFileSync } from 'node:fs';

import { onTestFinished } from 'vitest';

import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { type ReceivedRequest, type Reply, startService, token } from '../support/service.ts';
import { createFolder, type ExportFolder } from './commands/export/run-export.ts';
import { inFolder, type Output, runHere } from './run-here.ts';

/** A store that commands call through a real server, and a folder for their files. */
export interface Store {
  readonly sandbox: Sandbox;
  readonly url: string;
  readonly folder: ExportFolder;
  readonly requests: readonly ReceivedRequest[];
  /** The bodies of the requests that write, in order. */
  readonly writes: () => unknown[];
  /** Replies to requests instead of the sandbox, until it returns `undefined`. */
  readonly intercept: (reply: (request: ReceivedRequest) => Reply | undefined) => void;
  /** Applies a request, and sends another reply than the response. */
  readonly applyThen: (request: ReceivedRequest, reply: (response: ServerResponse) => void) => Reply;
  /** Writes a file of the folder. */
  readonly write: (name: string, content: string | Uint8Array) => void;
  /** Runs a command in the folder, with the address and the token of the store. */
  readonly run: (...args: readonly string[]) => Promise<Output>;
}

/** Has a sandbox carry out a request that a server received. */
export function carryOut(sandbox: Sandbox, { method, url, body }: ReceivedRequest): Promise<Response> {
  return sandbox.fetch(`${sandbox.baseUrl}${url}`, {
    method,
    headers: { 'x-publisher-token': token, 'content-type': 'application/json' },
    body: method === 'GET' ? null : body,
  });
}

/** Opens a store with these translations only, and other parts of a seed; everything else is that of a new sandbox. */
export async function openStore(translations: object = {}, seed: object = {}): Promise<Store> {
  const folder = createFolder();
  const write: Store['write'] = (name, content) => writeFileSync(folder.file(name), content);
  const none = { staticTranslations: [], dynamicTranslations: [] };
  write('seed.json', JSON.stringify({ translations: { ...none, ...translations }, ...seed }));
  const sandbox = createSandbox({ token, seedFile: folder.file('seed.json') });
  const apply = (request: ReceivedRequest): Promise<Response> => carryOut(sandbox, request);
  const forward =
    (request: ReceivedRequest): Reply =>
    (response) =>
      void apply(request).then(async (applied) => {
        response.writeHead(applied.status, { 'content-type': 'application/json' });
        response.end(await applied.text());
      });
  let reply: (request: ReceivedRequest) => Reply | undefined = () => undefined;
  const service = await startService((request) => reply(request) ?? forward(request));
  onTestFinished(() => service[Symbol.asyncDispose]());
  const env = { PATH: process.env['PATH'], PUBLISHER_BASE_URL: service.url, PUBLISHER_TOKEN: token };
  return {
    ...{ sandbox, folder, write, url: service.url, requests: service.requests },
    writes: () =>
      service.requests.filter(({ method }) => method === 'POST').map(({ body }): unknown => JSON.parse(body)),
    intercept: (other) => (reply = other),
    applyThen: (request, respond) => (response) => void apply(request).then(() => respond(response)),
    run: (...args) => inFolder(folder.path, env, () => runHere(args)),
  };
}
