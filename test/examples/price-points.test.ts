import { expect, test } from 'vitest';

import { openService, openWorkplace, sampleFile, type Service } from './run-example.ts';

const file = ['--file', sampleFile('price-points.csv')];
/** What examples/data/price-points.csv asks for. */
const wanted = [
  { priceInUsdCents: 99, priceOverrides: [] },
  {
    priceInUsdCents: 499,
    priceOverrides: [
      { countryCode2: 'DE', price: 4.79 },
      { countryCode2: 'JP', price: 700 },
    ],
  },
  {
    priceInUsdCents: 999,
    priceOverrides: [
      { countryCode2: 'DE', price: 9.49 },
      { countryCode2: 'BR', price: 39.9 },
    ],
  },
  { priceInUsdCents: 1999, priceOverrides: [] },
  { priceInUsdCents: 4999, priceOverrides: [] },
];

function pricePointsOf({ sandbox }: Service): unknown {
  return sandbox
    .state()
    .pricePoints.map(({ priceInUsdCents, priceOverrides }) => ({ priceInUsdCents, priceOverrides }))
    .sort((left, right) => left.priceInUsdCents - right.priceInUsdCents);
}

test('without --apply nothing changes; with it the rest is done, and then there is nothing to do', async () => {
  await using workplace = await openWorkplace();
  const dry = await workplace.run(['price-points']);
  const dryAgain = await workplace.run(['price-points']);
  const applied = await workplace.run(['price-points', '--apply']);
  const after = await workplace.run(['price-points', '--apply']);

  expect(dry).toMatchObject({ code: 0 });
  expect(dry.out).toMatch(/^leave {2}99 US cents$/m);
  expect(dry.out).toMatch(/^create 499 US cents$/m);
  expect(dry.out).toMatch(/^update 999 US cents$/m);
  expect(dry.out).toContain('DE: €8.99 -> €9.49');
  expect(dry.out).toContain('4 of 5 would change: --apply does it');
  expect(withoutPorts(dryAgain.out)).toBe(withoutPorts(dry.out));
  expect(applied.out).toContain('4 of 5 changed; 0 still differ');
  expect(after.out).toContain('Nothing to do');
});

test.each([
  { applied: true, exitCode: 0, output: '5 of 5 changed; 0 still differ' },
  { applied: false, exitCode: 1, output: '99: may have been created, run this again' },
])(
  'a create whose response is lost is not sent twice in a run (applied: $applied)',
  async ({ applied, exitCode, output }) => {
    await using workplace = await openWorkplace();
    const creates: string[] = [];
    await using service = await openService(
      {},
      { onRequest: ({ method, path }) => method === 'POST' && creates.push(path) },
    );
    service.sandbox.fail({ operation: 'pricePoints.create', fault: 'reset', applied });

    const first = await workplace.run(['price-points', '--apply', ...file], service);

    expect(first.code).toBe(exitCode);
    expect(first.out).toContain(output);
    expect(creates).toHaveLength(wanted.length);
    const { code } = await workplace.run(['price-points', '--apply', ...file], service);
    expect(code).toBe(0);
    expect(pricePointsOf(service)).toEqual(wanted);
  },
);

/** A sandbox has another port each time. */
function withoutPorts(text: string): string {
  return text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1');
}
