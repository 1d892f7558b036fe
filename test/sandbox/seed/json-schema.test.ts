import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, onTestFinished, test } from 'vitest';

import { seedJsonSchema } from '../../../docs/generate/seed-json-schema.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';

const ajv = new Ajv2020({ allErrors: true });
// Its types describe a default export; in Node, that is a property of the export.
const addFormats = formats as unknown as typeof formats.default;
addFormats(ajv);
const validate = ajv.compile(seedJsonSchema() as object);

function problemsOf(value: unknown): string[] {
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function startWith(content: string): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'seed-schema-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'store.json'), content);
  return createSandbox({ seedFile: join(folder, 'store.json') });
}

test('the example of the guide starts a sandbox, and matches the JSON Schema', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/sandbox-operations.md'), 'utf8');
  const example = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const sandbox = startWith(example);

  expect(problemsOf(JSON.parse(example))).toEqual([]);
  expect(sandbox.state().offers.map(({ name }) => name)).toEqual(['Gold']);
  expect(sandbox.purchases.pay('session-of-the-test').offerDetails?.offerId).toBe('offer-1');
});

test('what the sandbox returns as a seed file matches the JSON Schema', async () => {
  const sandbox = startWith('{ "pricePoints": [{ "priceInUsdCents": 999 }], "clock": { "advance": 1 } }');
  const response = await sandbox.fetch(`${sandbox.baseUrl}/_sandbox/seed`);

  expect(problemsOf(await response.json())).toEqual([]);
});

test.each([
  [{ pricePoint: [] }, ' must NOT have additional properties'],
  [{ content: [{ id: 'a' }] }, "/content/0 must have required property 'title'"],
  [{ offers: [{ offerId: 'a', name: 'A', nme: 1 }] }, '/offers/0 must NOT have additional properties'],
])('%j does not match the JSON Schema', (value, problem) => {
  expect(problemsOf(value)).toEqual([problem]);
});
