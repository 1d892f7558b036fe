import { rm } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { openService, openWorkplace, sampleFile, type Service } from './run-example.ts';

const record = 'out/promo-codes.done.ndjson';

function codesOf({ sandbox }: Service): Map<string, number> {
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
  expect(out).toContain('AUTUMN-E7ZP: maxRedemptions must be an integer');
  expect(out).toContain('AUTUMN-8KD7: is in the list twice');
  expect(codesOf(service).size).toBe(8);
  expect(codesOf(service).get('autumn AUTUMN-8KD7')).toBe(100);
});

test('generated codes are the same in a second run, which creates only what is new', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  const first = await workplace.run(['promo-codes', '--generate', '120'], service);
  const second = await workplace.run(['promo-codes', '--generate', '130'], service);

  expect(first.out).toContain('120 created');
  expect(second.out).toContain('120 were done by an earlier run');
  expect(second.out).toContain('10 created');
  expect(codesOf(service).size).toBe(130);
});

test('a run without the record of the one before finds out which codes exist, and makes none twice', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  await workplace.run(['promo-codes', '--generate', '10'], service);
  await rm(workplace.path(record));

  const { code, out } = await workplace.run(['promo-codes', '--generate', '14'], service);

  expect(code).toBe(0);
  expect(out).toContain('4 created\n10 existed already\n0 rejected');
  expect(codesOf(service).size).toBe(14);
});

test('codes whose response is lost exist once each', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  service.sandbox.fail({ operation: 'promoCodes.create', fault: 'reset', applied: true });

  const { code, out } = await workplace.run(['promo-codes', '--generate', '6'], service);

  expect(code).toBe(0);
  expect(out).toContain('6 existed already');
  expect(codesOf(service).size).toBe(6);
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

test('codes for a real service are not generated without a secret', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  const env = { ...service.env, PROMO_SECRET: '' };
  const { code, err } = await workplace.run(['promo-codes', '--generate', '5'], { ...service, env });

  expect(code).toBe(1);
  expect(err).toContain('Set PROMO_SECRET');
  expect(codesOf(service).size).toBe(0);
});

test('what was done in the sandbox does not count as done at a real service', async () => {
  await using workplace = await openWorkplace();
  await using service = await openService();
  await workplace.run(['promo-codes', '--generate', '5']);
  const { out } = await workplace.run(['promo-codes', '--generate', '5'], service);

  expect(out).toContain('0 were done by an earlier run\n5 created');
});
