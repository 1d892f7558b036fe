import { expect, test } from 'vitest';

import { createPromoCodes } from '../../../src/api/promo-codes.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { accepted, send } from '../send.ts';

const path = '/coupons/coupon/summer/promo-codes';
const code = { name: 'SUMMER-1', maxRedemptions: 5, active: true };

test('promo codes are created with a creation time', async () => {
  const sandbox = createSandbox({ now: () => new Date('2026-01-15T12:00:00Z') });
  const body = { promoCodes: [code, { name: 'SUMMER-2', maxRedemptions: 1, active: false }] };
  const times = { createdAt: '2026-01-15T12:00:00.000Z', updatedAt: '2026-01-15T12:00:00.000Z' };
  expect(accepted(createPromoCodes, await send(sandbox, 'POST', path, { body }))).toEqual({
    promoCodes: [
      { ...code, ...times },
      { name: 'SUMMER-2', maxRedemptions: 1, active: false, ...times },
    ],
  });
});

test('a promo code that its coupon already has conflicts, and the request creates none', async () => {
  const sandbox = createSandbox();
  const create = async (coupon: string, ...names: string[]): Promise<number> => {
    const promoCodes = names.map((name) => ({ ...code, name }));
    return (await send(sandbox, 'POST', `/coupons/coupon/${coupon}/promo-codes`, { body: { promoCodes } }))
      .status;
  };
  expect(await create('summer', 'A')).toBe(200);
  expect(await create('summer', 'B', 'A')).toBe(409);
  expect(await create('summer', 'B')).toBe(200);
  expect(await create('winter', 'A')).toBe(200);
  expect(await create('winter', 'C', 'C')).toBe(409);
});

test.each([
  ['invalid JSON', '{'],
  ['no array', '{}'],
  ['a fraction of a redemption', '{"promoCodes":[{"name":"A","maxRedemptions":0.5,"active":true}]}'],
  ['a code without a state', '{"promoCodes":[{"name":"A","maxRedemptions":1}]}'],
])('promo codes are not created from %s', async (_what, body) => {
  expect(await send(createSandbox(), 'POST', path, { body })).toEqual({
    status: 400,
    body: { message: expect.stringMatching(/^Invalid request body: /) as string },
  });
});
