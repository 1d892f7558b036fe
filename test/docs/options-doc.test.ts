import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { callOptionsSchema } from '../../src/options/call-options.ts';
import { clientOptionsSchema, resolveOptions } from '../../src/options/client-options.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/options.md'), 'utf8');
const section = guide.slice(
  guide.indexOf('## Every option'),
  guide.indexOf('\n## ', guide.indexOf('## Every option') + 3),
);

/** Option and default of each row of the table. */
const rows = new Map(
  [...section.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name = '', value = '']) => [
    name,
    value.trim(),
  ]),
);

test('the guide to options has a row for every option of the client, and no other', () => {
  expect([...rows.keys()].toSorted()).toEqual(Object.keys(clientOptionsSchema.shape).toSorted());
});

test('the guide to options states the defaults that the client has', () => {
  const { timeout, totalTimeout, retry, maxResponseBytes, responseValidation, offerQueryNames } =
    resolveOptions({ baseUrl: 'https://commerce.example.com', token: 'a-token' }, {});
  const number = (text: string | undefined): number => Number(text?.replaceAll(/\D/g, ''));

  expect(number(rows.get('timeout'))).toBe(timeout);
  expect(number(rows.get('totalTimeout'))).toBe(totalTimeout);
  expect(rows.get('retry')).toBe(`\`{ limit: ${retry.limit}, maxRetryAfter: 60_000 }\``);
  expect(retry.maxRetryAfter).toBe(60_000);
  expect(number(rows.get('maxResponseBytes')) * 2 ** 20).toBe(maxResponseBytes);
  expect(rows.get('responseValidation')).toBe(`\`'${responseValidation}'\``);
  const names = Object.entries(offerQueryNames).map(([key, name]) => `${key}: '${name}'`);
  expect(rows.get('offerQueryNames')).toBe(`\`{ ${names.join(', ')} }\``);
});

test('the guide to options names every option of a call', () => {
  const sentence = /last parameter ([^.]+)\./.exec(section)?.[1] ?? '';
  const names = [...sentence.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

  expect(names.toSorted()).toEqual(Object.keys(callOptionsSchema.shape).toSorted());
});
