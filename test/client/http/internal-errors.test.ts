import { afterEach, expect, test, vi } from 'vitest';

import { Attempt } from '../../../src/client/http/attempt.ts';
import { create, readByGet } from '../../support/calls.ts';
import { failureOf, startService } from '../../support/service.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([readByGet, create])(
  'a bug of this package in $name is thrown unchanged and not retried',
  async ({ send }) => {
    await using service = await startService([{ json: {} }]);
    const bug = new TypeError('Promise.withResolvers is not a function');
    const attempt = vi.spyOn(Attempt.prototype, 'send').mockRejectedValue(bug);
    const errors: unknown[] = [];
    const client = service.client({ hooks: { onResponse: ({ error }) => errors.push(error) } });

    expect(await failureOf(send(client))).toBe(bug);
    expect(attempt).toHaveBeenCalledTimes(1);
    expect(errors).toEqual(['internal']);
  },
);
