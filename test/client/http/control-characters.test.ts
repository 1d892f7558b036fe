import { expect, test } from 'vitest';
import * as z from 'zod';

import {
  type DriftEvent,
  type PublisherError,
  type ResponseValidationError,
} from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { create } from '../../support/calls.ts';
import { controlCharactersIn, harmless, hostile } from '../../support/control-characters.ts';
import { october } from '../../support/ranges.ts';
import { failureOf, startService } from '../../support/service.ts';

const range = { ...october, limit: 1 };

function expectHarmless(error: PublisherError): void {
  expect(controlCharactersIn(error.message)).toEqual([]);
  expect(controlCharactersIn(error.stack ?? '', true)).toEqual([]);
  expect(
    error.stack
      ?.split('\n')
      .slice(1)
      .filter((line) => !line.startsWith('    at ')),
  ).toEqual([]);
}

test.each([
  ['a message', { message: hostile }],
  ['a list of messages', { statusCode: 400, message: [{ validationErrorNumber: 1, error: hostile }] }],
  ['failed validations', { message: 'Schema Validation Error', body: [hostile] }],
  ['content', { message: 'BAD_REQUEST', body: hostile, requestUrl: '/x' }],
])(
  'control characters in %s of an error body are escaped in the message, and kept in the body',
  async (_, json) => {
    await using service = await startService([{ status: 400, json }]);

    const error = (await failureOf(create.send(service.client()))) as PublisherError & { body: unknown };

    expectHarmless(error);
    expect(error.message).toContain(harmless);
    expect(error.body).toEqual(json);
  },
);

test('control characters in the name of a field are escaped in the message and the issues', async () => {
  await using service = await startService([{ json: { [hostile]: 1 } }]);
  const client = service.client();
  const named = z.record(z.string(), z.string());

  for (const schema of [named, z.strictObject({})]) {
    const error = (await failureOf(
      client.request({ method: 'GET', path: '/x', schema }),
    )) as ResponseValidationError;

    expectHarmless(error);
    expect(controlCharactersIn(JSON.stringify(error.issues))).toEqual([]);
    expect(JSON.stringify(error.issues)).toContain('ERROR forged');
  }
});

test.each([hostile, 'v'.repeat(2 ** 20)])(
  'a new value is reported short and without control characters',
  async (type) => {
    const row = transaction();
    const results = [{ ...row, transactionDetails: { ...row.transactionDetails, type } }];
    await using service = await startService([{ json: { totalCount: 1, results } }]);
    const events: DriftEvent[] = [];
    const lines: string[] = [];
    const hear = (line: string): void => void lines.push(line);

    await service.client({ onDrift: (event) => void events.push(event) }).transactions.getPage(range);
    await service
      .client({ logger: { debug: hear, info: hear, warn: hear, error: hear }, logLevel: 'debug' })
      .transactions.getPage(range);

    expect(events).toHaveLength(1);
    expect(lines.some((line) => line.includes('transactionDetails.type'))).toBe(true);
    const [{ path, expected, received } = { path: '', expected: '', received: '' }] = events;
    for (const text of [...lines, path, expected, received]) {
      expect(controlCharactersIn(text)).toEqual([]);
      expect(text.length).toBeLessThan(600);
    }
  },
);
