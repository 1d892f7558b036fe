import { expect, test } from 'vitest';

import { createPromoCodes } from '../../../src/client/api/promo-codes.ts';
import { createSandbox, type SandboxOptions } from '../../../src/sandbox/index.ts';
import { seedFile } from '../seed/open-seed.ts';
import { accepted, send } from '../send.ts';

const path = '/coupons/coupon/summer/promo-codes';
const code = { name: 'SUMMER1', maxRedemptions: 5, active: true };

test('promo codes are created with a creation time', async () => {
  const sandbox = createSandbox({ now: () => new Date('2026-01-15T12:00:00Z') });
  const body = { promoCodes: [code, { name: 'SUMMER2', maxRedemptions: 1, active: false }] };
  const times = { createdAt: '2026-01-15T12:00:00.000Z', updatedAt: '2026-01-15T12:00:00.000Z' };
  expect(accepted(createPromoCodes, await send(sandbox, 'POST', path, { body }))).toEqual({
    promoCodes: [
      { ...code, ...times },
      { name: 'SUMMER2', maxRedemptions: 1, active: false, ...times },
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
  expect(await create('winter', 'A')).toBe(409);
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

/** The status and message of the response to codes with changes. */
async function create(
  options: SandboxOptions,
  coupon: string,
  ...changes: readonly Partial<typeof code>[]
): Promise<[number, unknown]> {
  const promoCodes = changes.map((change) => ({ ...code, ...change }));
  const sandbox = createSandbox(options);
  const { status, body } = await send(sandbox, 'POST', `/coupons/coupon/${coupon}/promo-codes`, {
    body: { promoCodes },
  });
  return [status, (body as { message?: unknown }).message];
}

const many = Array.from({ length: 1001 }, (_, index) => ({ name: `CODE${index}` }));

test.each([
  ['a hyphen', [{ name: 'AUTUMN-5FQ2' }], 'promoCodes.0.name must be letters and digits'],
  ['no redemption', [{}, { name: 'B', maxRedemptions: 0 }], 'promoCodes.1.maxRedemptions must be at least 1'],
  ['1001 codes', many, 'promoCodes must be at most 1000'],
])('by the public rules, %s is rejected; without them it is accepted', async (_what, codes, problem) => {
  expect(await create({}, 'summer', ...codes)).toEqual([400, `Invalid request body: ${problem}`]);
  expect(await create({ publicRules: false }, 'summer', ...codes)).toEqual([200, undefined]);
});

test('1000 codes are created at once', async () => {
  expect(await create({}, 'summer', ...many.slice(1))).toEqual([200, undefined]);
});

test('a coupon is unknown only if others were seeded', async () => {
  const file = seedFile({ coupons: [{ name: 'summer' }] });
  expect(await create({ seedFile: file }, 'summer', {})).toEqual([200, undefined]);
  expect(await create({ seedFile: file }, 'winter', {})).toEqual([404, 'Coupon winter not found.']);
  expect(await create({ seedFile: file, publicRules: false }, 'winter', {})).toEqual([200, undefined]);
  expect(await create({}, 'winter', {})).toEqual([200, undefined]);
});

test('a code that is active on another coupon conflicts', async () => {
  const other = { couponName: 'winter', name: 'SUMMER1', maxRedemptions: 1, active: true };
  const file = seedFile({ promoCodes: [other] });
  expect(await create({ seedFile: file }, 'summer', {})).toEqual([
    409,
    'Promo code SUMMER1 is active on another coupon.',
  ]);
  expect(await create({ seedFile: file, publicRules: false }, 'summer', {})).toEqual([200, undefined]);
  const inactive = seedFile({ promoCodes: [{ ...other, active: false }] });
  expect(await create({ seedFile: inactive }, 'summer', {})).toEqual([200, undefined]);
});
