import { afterAll, beforeAll, expect, test } from 'vitest';

import { Project, run } from './project.ts';

let project: Project;

beforeAll(async () => {
  project = await Project.with('msw@3');
});
afterAll(() => project.remove());

/** What a module prints as JSON. */
async function printed(source: string): Promise<unknown> {
  const file = await project.write('program.mjs', source);
  const { out, err } = await run(process.execPath, [file], { cwd: project.folder });
  expect(err).toBe('');
  return JSON.parse(out);
}

const twins = `
  import { createRequire } from 'node:module';
  import * as esm from 'publisher-commerce';
  import * as esmCallbacks from 'publisher-commerce/callbacks';
  import * as esmSandbox from 'publisher-commerce/sandbox';
  const require = createRequire(import.meta.url);
  const cjs = require('publisher-commerce');
  const cjsCallbacks = require('publisher-commerce/callbacks');
  const cjsSandbox = require('publisher-commerce/sandbox');

  const options = { baseUrl: 'http://127.0.0.1:1', token: 'token', retry: false };
  const thrown = {
    ConfigurationError: (copy) => new copy.main.PublisherClient({ ...options, baseUrl: 'nowhere' }),
    InvalidRequestError: (copy) => new copy.main.PublisherClient(options).pricePoints.create({}),
    ConnectionError: (copy) => new copy.main.PublisherClient(options).pricePoints.list(),
    InvalidAmountError: (copy) => copy.main.toMinorUnits('much', 'USD'),
    CallbackError: (copy) =>
      copy.callbacks.timestampedHmac({ secret: 'secret' })({ body: new Uint8Array(), signature: 'none' }),
    UnauthorizedError: (copy) => {
      const { clientOptions } = copy.sandbox.createSandbox();
      return new copy.main.PublisherClient({ ...clientOptions, token: 'another' }).pricePoints.list();
    },
  };
  const copies = [
    { main: esm, callbacks: esmCallbacks, sandbox: esmSandbox },
    { main: cjs, callbacks: cjsCallbacks, sandbox: cjsSandbox },
  ];
`;

test('an error of the ESM build is an instance of the class of the CommonJS build, and the other way round', async () => {
  const seen = await printed(`${twins}
    const seen = { different: esm.PublisherError !== cjs.PublisherError, errors: [] };
    for (const [copy, other] of [copies, [...copies].reverse()]) {
      for (const [name, fail] of Object.entries(thrown)) {
        const error = await (async () => fail(copy))().catch((reason) => reason);
        const { [name]: OtherClass, PublisherError, RedirectError } = { ...other.callbacks, ...other.main };
        const is = [OtherClass, PublisherError, RedirectError].map((errorClass) => error instanceof errorClass);
        seen.errors.push([name, ...is, other.main.isPublisherError(error)]);
      }
    }
    console.log(JSON.stringify(seen));
  `);
  const names = [
    'ConfigurationError',
    'InvalidRequestError',
    'ConnectionError',
    'InvalidAmountError',
    'CallbackError',
    'UnauthorizedError',
  ];
  const ofClient = (name: string): boolean => !['InvalidAmountError', 'CallbackError'].includes(name);
  const expected = names.map((name) => [name, true, true, false, ofClient(name)]);
  expect(seen).toEqual({ different: true, errors: [...expected, ...expected] });
});
