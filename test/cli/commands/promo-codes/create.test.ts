import { expect, test } from 'vitest';

import { base, createElsewhere, openPromoStore } from './run-promo-codes.ts';
import { said } from '../../../support/said.ts';

test('random codes have the prefix and ten characters that nobody confuses, and each is created once', async () => {
  const store = await openPromoStore();
  const { code, out } = await store.create('--count', '250', '--prefix', 'Fall');

  expect({ code, out }).toEqual({ code: 0, out: 'codes.csv: 250 codes of the coupon autumn: 250 created\n' });
  expect(store.folder.read('codes.csv')).toMatch(
    /^coupon,name,max_redemptions,active,state,message\r\n(autumn,Fall[B-DF-HJKMNP-TV-Z2-9]{10},1,true,created,\r\n){250}$/,
  );
  const names = store.rows().map(([, name = '']) => name);
  expect(new Set(names).size).toBe(250);
  expect(store.sent().map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(store.created()).toEqual(names.map((name) => `autumn ${name}`));
});

test('all codes are in the file as pending, and those of a request as unknown before it leaves', async () => {
  const store = await openPromoStore('A', 'B', 'C');
  const seen: (readonly string[])[] = [];
  store.intercept(() => void seen.push(store.states()));
  await store.create('--from', 'names.csv', '--batch', '2');

  expect(seen).toEqual([
    ['A unknown', 'B unknown', 'C pending'],
    ['A created', 'B created', 'C unknown'],
  ]);
});

test('names of a file keep their own values, and get those of the flags where they have none', async () => {
  const store = await openPromoStore();
  store.write('names.csv', 'name,active,max_redemptions\nA,,\nB,TRUE,500\n');
  const { code } = await store.create('--from', 'names.csv', '--max-redemptions', '7', '--inactive');

  expect(code).toBe(0);
  expect(store.writes()).toEqual([
    {
      promoCodes: [
        { name: 'A', maxRedemptions: 7, active: false },
        { name: 'B', maxRedemptions: 500, active: true },
      ],
    },
  ]);
});

test('columns that are not read are in the file of codes, beside the states, also after a resume', async () => {
  const store = await openPromoStore();
  store.write('names.csv', 'name,# influencer,Region\nA,"Leo, 1",EU\nB,Mia,US\n');
  store.intercept(() => ({ status: 500, json: {} }));
  await store.create('--from', 'names.csv', '--ignore-column', 'Region', '--batch', '1');
  store.intercept(() => undefined);
  await store.create('--resume', '--retry-unknown');

  expect(store.folder.read('codes.csv')).toBe(
    'coupon,name,max_redemptions,active,state,message,# influencer,# Region\r\n' +
      'autumn,A,1,true,created,,"Leo, 1",EU\r\nautumn,B,1,true,created,,Mia,US\r\n',
  );
});

test('what was skipped once is skipped by the command that continues', async () => {
  const store = await openPromoStore('A', 'C-1');
  const { err } = await store.create('--from', 'names.csv', '--skip-checks');

  expect(err).toContain(': --resume --skip-checks --batch 1\n');
});

test('a rejection that names no code ends the run, and --batch 1 finds the code', async () => {
  const store = await openPromoStore('A', 'B', 'C-1', 'D');
  const ended = await store.create('--from', 'names.csv', '--batch', '3');

  expect(ended.code).toBe(1);
  expect(ended.err).toContain(
    'The message names none of them. The codes of this request are pending again in codes.csv. ' +
      'If it is about one of them, or the service takes fewer at once: --resume --batch 1\n',
  );
  expect(store.sent()).toEqual([['A', 'B', 'C-1']]);
  expect(store.states()).toEqual(['A pending', 'B pending', 'C-1 pending', 'D pending']);
  const { code, out, err } = await store.create('--resume', '--batch', '1', '--json');
  expect(code).toBe(3);
  expect(store.sent().slice(1)).toEqual([['A'], ['B'], ['C-1'], ['D']]);
  expect(store.states()).toEqual(['A created', 'B created', 'C-1 rejected', 'D created']);
  const message = expect.stringContaining('promoCodes.0.name must be letters and digits') as string;
  expect(JSON.parse(out)).toEqual({
    ...{ file: 'codes.csv', coupon: 'autumn', environment: 'production', origin: store.url },
    ...{ created: 3, exists: 0, rejected: 1, unknown: 0, pending: 0 },
    codes: [{ name: 'C-1', state: 'rejected', message }],
  });
  expect(err).toContain('4 of 4 codes');
});

test('a conflict in the first request of a code is rejected, and the others go on together', async () => {
  const store = await openPromoStore('A');
  await createElsewhere(store);
  store.write('names.csv', 'name\nA\nB\nC\n');
  const { code, out } = await store.create('--from', 'names.csv', '--quiet');

  expect(code).toBe(3);
  expect(store.sent().slice(1)).toEqual([
    ['A', 'B', 'C'],
    ['B', 'C'],
  ]);
  expect(out).toContain('codes.csv: 3 codes of the coupon autumn: 2 created, 1 rejected\n');
  expect(out).toContain(
    '  A rejected: it may be active on another coupon: promoCodes.create: Promo code A is active',
  );
});

test('a code that the message of a bad request names is rejected, and the others go on together', async () => {
  const store = await openPromoStore('SAVE10', 'SAVE20', 'SAVE30');
  const reply = { status: 400, json: { message: 'save20 is a reserved word.' } };
  store.intercept(() => (store.writes().length === 1 ? reply : undefined));

  expect((await store.create('--from', 'names.csv')).code).toBe(3);
  expect(store.states()).toEqual(['SAVE10 created', 'SAVE20 rejected', 'SAVE30 created']);
});

test('a conflict on a code of an earlier request that was rejected says that it exists', async () => {
  const store = await openPromoStore('A', 'B');
  const conflict = { status: 409, json: { error: 'Conflict.' } };
  store.intercept(() => (store.writes().length < 3 ? conflict : undefined));
  await store.create('--from', 'names.csv');
  const { code, out } = await store.create('--resume', '--batch', '1');

  expect(code).toBe(3);
  expect(store.states()).toEqual(['A exists', 'B created']);
  expect(out).toContain(
    '  A exists: an earlier request may have created it, or it is active on another coupon: ',
  );
});

test('a request that takes too many codes says how to send fewer', async () => {
  const store = await openPromoStore('A', 'B');
  store.intercept(() => (store.sent().at(-1)?.length === 2 ? { status: 413, json: {} } : undefined));

  expect((await store.create('--from', 'names.csv')).err).toContain('--resume --batch 1\n');
  expect((await store.create('--resume', '--batch', '1')).code).toBe(0);
});

test('a coupon that does not exist is found in one request, and may be corrected', async () => {
  const store = await openPromoStore();
  store.write('names.csv', `name\n${Array.from({ length: 1000 }, (_, index) => `N${index}\n`).join('')}`);
  store.intercept(() => ({ status: 400, json: { error: 'Coupon not found.' } }));
  const { code, err } = await store.create('--from', 'names.csv', '--batch', '1000');

  expect(code).toBe(1);
  expect(err).toContain('Coupon not found.');
  expect(store.sent().map(({ length }) => length)).toEqual([1000]);
  expect(new Set(store.states().map((state) => state.split(' ')[1]))).toEqual(new Set(['pending']));
  store.intercept(() => undefined);
  expect(await store.create('--resume', '--coupon', 'fall', '--quiet')).toMatchObject({ code: 0 });
  expect(store.created()[0]).toBe('fall N0');
});

test('a code that is created with other values than were sent is named', async () => {
  const store = await openPromoStore('A');
  const at = '2026-01-01T00:00:00Z';
  const listed = { name: 'A', active: false, maxRedemptions: 1, createdAt: at, updatedAt: at };
  store.intercept(() => ({ json: { promoCodes: [listed] } }));
  const { code, out } = await store.create('--from', 'names.csv', '--max-redemptions', '500');

  expect(code).toBe(3);
  expect(out).toContain('  A created: maxRedemptions is 1 instead of 500, active is false instead of true\n');
});

test.each([
  [{ promoCodes: [] }, 3],
  [{ promoCodes: [{}] }, 3],
  // It may be an error, and then the next request has it too: the run ends.
  [{}, 1],
  [null, 1],
  [{ message: 'done' }, 1],
])('the response %j proves nothing: the codes are unknown', async (json, code) => {
  const store = await openPromoStore('A', 'B');
  store.intercept(() => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });

  expect((await store.create('--from', 'names.csv')).code).toBe(code);
  expect(store.states()).toEqual(['A unknown', 'B unknown']);
});

test('--dry-run shows ten names, and without a terminal and --yes nothing is created', async () => {
  const store = await openPromoStore();
  const { code, out } = await store.create('--count', '12', '--dry-run');
  const asked = await store.run(...base.slice(0, -1), '--count', '5');

  expect(code).toBe(3);
  expect(out).toMatch(
    new RegExp(
      `^It would create 12 codes of the coupon autumn at ${store.url} \\(production\\):\n(  \\w+\n){10}  … and 2 more\n$`,
    ),
  );
  expect(asked.code).toBe(2);
  expect(asked.err).toContain('--yes: ');
  expect(store.folder.names()).toEqual(['names.csv', 'seed.json']);
});

test.each([401, 403, 404, 429])(
  'after a %i the codes are pending again, and --resume creates them',
  async (status) => {
    const store = await openPromoStore('A', 'B', 'C');
    const fail = { status, headers: { 'retry-after': '0' }, json: {} };
    store.intercept(() => (store.requests.length > 1 ? fail : undefined));
    const failed = await store.create('--from', 'names.csv', '--batch', '2');

    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(said('pending again in codes.csv. … --resume\n'));
    expect(store.states()).toEqual(['A created', 'B created', 'C pending']);
    store.intercept(() => undefined);
    expect(await store.create('--resume', '--quiet')).toEqual({ code: 0, out: '', err: '' });
    expect(store.created()).toEqual(['autumn A', 'autumn B', 'autumn C']);
  },
);

test.each([
  ['as it was written', (content: string) => content],
  ['with a column of notes', (content: string) => content.replaceAll('\r\n', ',note\r\n')],
  ['with a title', (content: string) => `Autumn codes\r\n${content}`],
  ['with a state that nobody knows', (content: string) => content.replace(',created,', ',Created,')],
  ['as Unicode text of a spreadsheet', (content: string) => Buffer.from(`\uFEFF${content}`, 'utf16le')],
  [
    'without its columns state and coupon',
    (content: string) => content.replace('state', 's').replace('coupon', 'c'),
  ],
  ['with the names alone', () => 'name\r\nA\r\n'],
  ['with the names alone, and no head', () => 'A\r\n'],
  ['damaged', () => 'precious'],
])('a list with a code that exists is never replaced: %s', async (_, change) => {
  const store = await openPromoStore('A');
  await store.create('--from', 'names.csv');
  store.write('codes.csv', change(store.folder.read('codes.csv')));

  for (const args of [[], ['--force']]) {
    const { code, err } = await store.create('--count', '5', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(said('--out: codes.csv … --resume'));
  }
});

test('a list whose codes are all rejected is replaced with --force, and an empty file', async () => {
  const store = await openPromoStore('A-1');
  await store.create('--from', 'names.csv');
  expect(store.states()).toEqual(['A-1 rejected']);
  expect((await store.create('--count', '5')).err).toContain(
    '--out: codes.csv already exists: choose another',
  );
  expect((await store.create('--count', '5', '--force')).code).toBe(0);
  expect(store.rows()).toHaveLength(5);
  store.write('codes.csv', '');
  expect((await store.create('--count', '5', '--force')).code).toBe(0);
});

test.each([
  [[], '--count: is required, or --from with your own names'],
  [['--count', '0'], '--count: … from 1 to 100000'],
  [['--count', '5', '--prefix', 'A-'], '--prefix: must be letters and digits only'],
  [['--count', '500', '--length', '3'], '--length: 3 is too short for 500 codes that nobody guesses'],
  [['--count', '5', '--max-redemptions', '0'], '--max-redemptions: must be an integer of at least 1'],
  [['--count', '5', '--batch', '1001'], '--batch: … from 1 to 1000'],
  [['--count', '5', '--from', 'names.csv'], '--from: … --count'],
  [['--resume', '--count', '5'], '--resume: … --count'],
  [['--resume'], '--resume: codes.csv does not exist'],
  [['--count', '5', '--retry-unknown'], '--retry-unknown: requires --resume'],
  [['--count', '5', '--coupon', ''], '--coupon: must not be empty'],
  [
    ['--count', '5', '--out', 'codes.xlsx'],
    '--out: codes.xlsx would be CSV: choose a name that ends in .csv',
  ],
  [['--from', 'names.csv'], '--from: names.csv has no names'],
])('%j is wrong usage, and no file is written', async (args, message) => {
  const store = await openPromoStore();
  const { code, err } = await store.create(...args);

  expect(code).toBe(2);
  expect(err).toMatch(said(`publisher-commerce: ${message}`));
  expect(store.folder.names()).toEqual(['names.csv', 'seed.json']);
});

test.each([
  ['nam\nA\n', 'names.csv: unknown column "nam"; did you mean name?'],
  ['name\nA\nB\na\n', 'names.csv line 4, column name: is the one of names.csv line 2 too'],
  ['SAVE10\nSAVE20\n', 'names.csv: unknown column "SAVE10"; the first line must be: name'],
  [
    'name,influencer\nA,Leo\n',
    'unknown column "influencer"; to keep it in the file of codes, name it "# influencer", or add --ignore-column influencer',
  ],
  [
    'name,cost in $USD\nA,3\n',
    'unknown column "cost in $USD"; to keep it in the file of codes, name it "# cost in $USD", or add --ignore-column \'cost in $USD\'',
  ],
  ['name\n A\n', 'names.csv line 2, column name: must be a string, not empty, without spaces around it'],
  [
    'name,max_redemptions\nA,1.5\n',
    'names.csv line 2, column max_redemptions: must be an integer of at least 1',
  ],
  ['name,active\nA,yes\n', 'names.csv line 2, column active: must be true or false'],
])('the names %j are wrong, and nothing is sent', async (content, message) => {
  const store = await openPromoStore();
  store.write('names.csv', content);
  const { code, err } = await store.create('--from', 'names.csv');

  expect(code).toBe(2);
  expect(err).toMatch(said(message));
  expect(store.requests).toEqual([]);
});

test('all wrong cells of the names are reported at once, each by its place', async () => {
  const store = await openPromoStore();
  store.write('names.csv', 'name,max_redemptions,active\nA,1,true\n B,0,maybe\nC,x,\na,2,false\n');
  const { code, err } = await store.create('--from', 'names.csv');

  expect(code).toBe(2);
  expect(err).toContain(`publisher-commerce: the sheet has faults:
  names.csv line 3, column name: must be a string, not empty, without spaces around it
  names.csv line 3, column max_redemptions: must be an integer of at least 1
  names.csv line 3, column active: must be true or false
  names.csv line 4, column max_redemptions: must be an integer of at least 1
  names.csv line 5, column name: is the one of names.csv line 2 too
`);
  expect(store.requests).toEqual([]);
});

test('all wrong cells of a file that is continued are reported at once', async () => {
  const store = await openPromoStore('A', 'B');
  await store.create('--from', 'names.csv');
  store.write(
    'codes.csv',
    store.folder.read('codes.csv').replaceAll('created', 'done').replace(',1,', ',0,'),
  );
  const { code, err } = await store.create('--resume');

  expect(code).toBe(2);
  expect(err).toContain('codes.csv line 2, column max_redemptions: must be');
  expect(err).toContain('codes.csv line 2, column state: must be pending');
  expect(err).toContain('codes.csv line 3, column state: must be pending');
});

test('a code that is corrected into one of the file is not created again', async () => {
  const store = await openPromoStore('A', 'B');
  await store.create('--from', 'names.csv');
  store.write('codes.csv', store.folder.read('codes.csv').replace(/,A,(.*?),created/, ',b,$1,pending'));
  const requests = store.requests.length;
  const { code, err } = await store.create('--resume');

  expect(code).toBe(2);
  expect(err).toContain('codes.csv line 3, column name: is the one of codes.csv line 2 too');
  expect(store.requests).toHaveLength(requests);
});

test('a file in a folder that does not exist is named, and the folder is not created', async () => {
  const store = await openPromoStore();
  const { code, err } = await store.create('--count', '5', '--out', 'none/codes.csv');

  expect(code).toBe(2);
  expect(err).toContain('publisher-commerce: --out: the folder ');
  expect(store.folder.names()).not.toContain('none');
});

test('a file whose lock cannot be made is named', async () => {
  const store = await openPromoStore();
  const name = 'a'.repeat(252);
  const { code, err } = await store.create('--count', '5', '--out', name);

  expect(code).toBe(1);
  expect(err).toBe(`publisher-commerce: ${name}: cannot be written: name too long (ENAMETOOLONG)\n`);
  expect(store.requests).toEqual([]);
});

test.each([
  ['no code of which was sent', ['autumn']],
  ['and of the given one', ['spring', 'autumn']],
])('a file of another coupon, %s, is not continued', async (_, coupons) => {
  const store = await openPromoStore();
  const rows = coupons.map((coupon, index) => `${coupon},N${index},5,true,pending,\n`).join('');
  store.write('codes.csv', `coupon,name,max_redemptions,active,state,message\n${rows}`);
  const { code, err } = await store.create('--resume', '--coupon', 'spring');

  expect(code).toBe(2);
  expect(err).toContain('is of the coupon "autumn"\n');
  expect(store.requests).toEqual([]);
});

test('a file of another coupon is not continued', async () => {
  const store = await openPromoStore('A');
  await store.create('--from', 'names.csv');
  const { code, err } = await store.create('--resume', '--coupon', 'spring');

  expect(code).toBe(2);
  expect(err).toContain('--coupon: is "spring", but codes.csv line 2 is of the coupon "autumn"\n');
});
