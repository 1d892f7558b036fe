import { expect, test } from 'vitest';

import { timestampedHmac } from '../../src/callbacks/index.ts';
import type { SecretOption } from '../../src/callbacks/secrets.ts';
import { failureOf } from '../support/service.ts';
import { printed } from '../support/printed.ts';
import {
  body,
  callback,
  controlTimeout,
  gameAuth,
  type Harness,
  internalError,
  read,
  secret,
  sign,
  token,
} from './handlers.ts';

/** A handler whose token or secret is an option of any form. */
const withOption = (name: 'publisherToken' | 'secret', option: SecretOption): Harness =>
  gameAuth(
    name === 'secret' ? { verifySignature: timestampedHmac({ secret: option }) } : { publisherToken: option },
  );

const options = [
  { name: 'publisherToken', value: token, reason: 'publisher_token_failed', wrong: 'token_mismatch' },
  { name: 'secret', value: secret, reason: 'verifier_failed', wrong: 'signature_mismatch' },
] as const;

test.each(options)('$name may be a function, called for each request', async ({ name, value, wrong }) => {
  const values: readonly (string | readonly string[])[] = [value, ['the-new-one', value], 'the-new-one'];
  let calls = 0;
  const { handler, errors } = withOption(name, () => Promise.resolve(values[calls++]));
  expect(calls).toBe(0);

  expect((await handler(callback())).status).toBe(200);
  expect((await handler(callback())).status).toBe(200);
  expect((await handler(callback())).status).toBeOneOf([400, 401]);
  expect(errors).toMatchObject([{ reason: wrong }]);
  expect(calls).toBe(3);
});

test.each(options)('a function that returns no $name responds with 500', async ({ name, reason }) => {
  for (const none of [undefined, '', [], [undefined], 4711] as undefined[]) {
    const { handler, errors, failures } = withOption(name, () => none);

    expect(await read(handler(callback()))).toEqual(internalError);
    expect(errors).toMatchObject([{ reason, cause: { name: 'ConfigurationError', option: name } }]);
    expect(failures[0]).toContain(`ConfigurationError: ${name}: `);
  }
});

test.each(options)(
  'a $name function that throws is named, and quotes no secret',
  async ({ name, value, reason }) => {
    for (const thrown of [
      () => JSON.parse(value) as string,
      () => Promise.reject(new SyntaxError(`read "${value}"`)),
    ]) {
      const { handler, errors, failures } = withOption(name, thrown);

      expect(await read(handler(callback()))).toEqual(internalError);
      expect(errors).toMatchObject([
        {
          reason,
          cause: {
            name: 'ConfigurationError',
            message: `${name}: the \`${name}\` function threw SyntaxError; see the error's cause`,
            cause: { name: 'SyntaxError', message: expect.stringContaining('"[redacted]"') as string },
          },
        },
      ]);
      expect(failures).toHaveLength(1);
      expect(`${printed(errors[0])}${failures.join('')}`).not.toContain(value);
    }
  },
);

test.each(options)(
  'a $name function that hangs ends with the timeout of the callback',
  async ({ name, reason }) => {
    const expire = controlTimeout();
    const hang = (): Promise<string> => {
      expire();
      return new Promise(() => undefined);
    };
    const hanging = { [name]: hang };
    const { handler, errors } = gameAuth({
      ...(name === 'secret' ? { verifySignature: timestampedHmac({ secret: hanging['secret'] }) } : hanging),
    });

    expect(await read(handler(callback()))).toEqual(internalError);
    expect(errors).toMatchObject([{ reason, message: expect.stringContaining('timed out') as string }]);
  },
);

test('a request without a token, or with a malformed signature, calls no function', async () => {
  let calls = 0;
  const count = (): string => {
    calls += 1;
    return token;
  };
  const { handler } = gameAuth({ publisherToken: count });

  expect((await handler(callback(body, { 'x-publisher-token': undefined }))).status).toBe(401);
  expect(calls).toBe(0);
  const verify = timestampedHmac({ secret: count });
  await failureOf(verify({ body: new Uint8Array(), signature: 't=1,v1=0' }));
  expect(calls).toBe(0);
});

test('a verifier rejects with the error of its secret function', async () => {
  const verify = timestampedHmac({ secret: () => undefined });

  expect(
    await failureOf(verify({ body: new TextEncoder().encode(body), signature: sign(body) })),
  ).toMatchObject({
    name: 'ConfigurationError',
    option: 'secret',
    rule: 'is required, and must be a string',
  });
});
