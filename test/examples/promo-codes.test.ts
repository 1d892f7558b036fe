import { expect, test } from 'vitest';

import { openService, openWorkplace, sampleFile, type Service } from './run-example.ts';

function codesOf({ sandbox }: Service): Map<string, number | null | undefined> {
  return new Map(
    sandbox
      .state()
      .promoCodes.map(({ couponName, name, maxRedemptions }) => [`${couponName} ${name}`, maxRedemptions]),
  );
}

test('the codes of a CSV are created, and rejected ones are named with the reason', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  const { code, out } = await workplace.run(
    ['promo-codes', '--file', sampleFile('promo-codes.csv')],
    service,
  );

  expect(code).toBe(1);
  expect(out).toContain('8 created\n0 existed already\n2 rejected\n');
  expect(out).toContain('AUTUMNE7ZP: maxRedemptions must be an integer');
  expect(out).toContain('AUTUMN8KD7: is in the list twice');
  expect(codesOf(service).size).toBe(8);
  expect(codesOf(service).get('autumn AUTUMN8KD7')).toBe(100);
});

test('a batch that fails does not hide what the others did, and the next run creates the rest', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  service.sandbox.fail({ operation: 'promoCodes.create', status: 403, after: 1 });

  const first = await workplace.run(['promo-codes', '--generate', '150'], service);
  const second = await workplace.run(['promo-codes', '--generate', '150'], service);

  expect(first).toMatchObject({ code: 1 });
  expect(first.out).toContain('100 created');
  expect(first.out).toContain('1 of 3 batches failed: run it again');
  expect(first.err).toContain('ForbiddenError');
  expect(second.out).toContain('50 created');
  expect(codesOf(service).size).toBe(150);
});
