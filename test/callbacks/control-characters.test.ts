import { expect, test } from 'vitest';
import * as z from 'zod';

import { controlCharactersIn, hostile } from '../support/control-characters.ts';
import { body, callback, customCallback, gameAuth, payload } from './handlers.ts';

const hostileBody = JSON.stringify({ ...payload, device: hostile });

/** The lines of a log entry that a log reader would take for separate entries. */
function forgedLines(entry: string): string[] {
  return entry
    .split('\n')
    .slice(1)
    .filter((line) => !/^(\s|[}\]]+$)/.test(line));
}

test('control characters in the name of a field are escaped in the issues and the log', async () => {
  const { handler, errors, warnings } = customCallback({ schema: z.record(z.string(), z.number()) });

  await handler(callback(JSON.stringify({ [hostile + 'k'.repeat(10_000)]: 'text' })));

  expect(errors).toMatchObject([{ reason: 'body_invalid' }]);
  expect(warnings).toHaveLength(1);
  for (const text of [warnings[0] ?? '', errors[0]?.message ?? '', errors[0]?.issues[0]?.path ?? '']) {
    expect(text).toContain('ERROR forged');
    expect(controlCharactersIn(text)).toEqual([]);
    expect(text.length).toBeLessThan(1000);
  }
});

const thrown: readonly (readonly [string, (request: { readonly device: string }) => unknown])[] = [
  ['an error', ({ device }) => new Error(`no device ${device}`)],
  ['an error with a cause', ({ device }) => new Error('no device', { cause: new Error(device) })],
  ['a string', ({ device }) => device],
];

test.each(thrown)(
  'control characters of a request in %s that your function throws are escaped',
  async (_, build) => {
    const { handler, failures, errors } = gameAuth({
      initiate: (request) => {
        throw build({ device: String(request.device) });
      },
    });

    await handler(callback(hostileBody));

    expect(errors).toMatchObject([{ reason: 'handler_failed' }]);
    expect(failures).toHaveLength(1);
    const [entry = ''] = failures;
    expect(entry).toContain('ERROR forged');
    expect(controlCharactersIn(entry, true)).toEqual([]);
    expect(forgedLines(entry)).toEqual([]);
  },
);

test('the log truncates what your function throws to 20 000 characters', async () => {
  const { handler, failures } = gameAuth({
    initiate: () => {
      throw new Error('x'.repeat(1_000_000));
    },
  });

  await handler(callback(body));

  expect(failures[0]?.length).toBeGreaterThan(20_000);
  expect(failures[0]?.length).toBeLessThan(20_200);
});
