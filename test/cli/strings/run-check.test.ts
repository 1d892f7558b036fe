import { expect, test } from 'vitest';

import { openStore } from '../open-store.ts';

test('check names what is suspicious in a sheet, without the service', async () => {
  const store = await openStore();
  store.write('t.csv', 'kind,key,en,de,ja\nstatic,a,Buy {n},Kaufen,\nstatic,A,Store,Laden,Laden\n');
  const { code, out } = await store.run('translations', 'check', 't.csv');

  expect(code).toBe(3);
  expect(out).toBe(
    't.csv: 5 translations\n4 findings:\n' +
      '  t.csv line 2: a de lacks {n}\n' +
      '  t.csv line 3: A ja has no letter that ja is written in: is it in the wrong column?\n' +
      '  t.csv line 2: a resembles "A", and is another string\n' +
      '  t.csv line 3: A resembles "a", and is another string\n',
  );
  expect(store.requests).toEqual([]);

  store.write('t.csv', 'kind,key,en,de\nstatic,a,Buy {n},{n} kaufen\n');
  expect(await store.run('translations', 'check', 't.csv')).toMatchObject({ code: 0 });
});

test('what a translation tool has sent back without English is compared with the sheet that was sent out', async () => {
  const store = await openStore();
  store.write('sent.csv', 'key,en,de\nstatic.a,Buy {n},\nproduct/gems/name,Gems {n},\n');
  store.write('back.csv', 'key,de\na,Kaufen\ngems,{n} Edelsteine\nnew,Neu {n}\n');
  const alone = await store.run('translations', 'check', 'back.csv');
  const based = await store.run('translations', 'check', 'back.csv', '--base', 'sent.csv');

  expect(alone).toMatchObject({
    code: 0,
    out:
      'back.csv: 3 translations, 0 findings\n3 translations have no source, and were not compared with it: ' +
      '--base SHEET names the one that was sent out\n',
  });
  expect(based).toMatchObject({
    code: 3,
    out:
      'back.csv: 3 translations\n1 finding:\n  back.csv line 2: a de lacks {n}\n' +
      '1 translation has no source, and was not compared with it: --base SHEET names the one that was sent out\n',
  });
});

test('a locale that a sheet does not have is not checked as if it were good', async () => {
  const store = await openStore();
  store.write('t.csv', 'kind,key,en,de\nstatic,a,Buy,Kaufen\n');
  const { code, err } = await store.run('translations', 'check', 't.csv', '--locales', 'de,ja');

  expect([code, err]).toEqual([2, expect.stringContaining('--locales: ja is not in t.csv\n')]);
});

test('apply shows the findings of what changes, and with --yes sends nothing without --skip-checks', async () => {
  const store = await openStore({
    staticTranslations: [
      { key: 'a', locale: 'en', value: 'Buy {n}' },
      { key: 'a', locale: 'de', value: 'Kaufen' },
      { key: 'b', locale: 'en', value: 'Sell {n}' },
    ],
  });
  store.write('t.csv', 'kind,key,de\nstatic,a,Kaufen\nstatic,b,Verkaufen\n');
  const plan = await store.run('translations', 'plan', 't.csv', '--json');
  const { code, out, err } = await store.run('translations', 'apply', 't.csv', '--yes');

  expect(JSON.parse(plan.out)).toMatchObject({
    findings: [{ item: '["static","b","","",""]', cell: 'de', message: 'lacks {n}' }],
  });
  expect(code).toBe(3);
  expect(out).toContain('1 finding:\n  b de lacks {n}\n');
  expect(err).toContain('1 finding; nothing was sent. If they are meant, send them: --skip-checks\n');
  expect(store.writes()).toEqual([]);
  expect(await store.run('translations', 'apply', 't.csv', '--yes', '--skip-checks')).toMatchObject({
    code: 0,
  });
});

test('a translation is compared with the source that is sent with it', async () => {
  const store = await openStore({ staticTranslations: [{ key: 'a', locale: 'en', value: 'Buy {n}' }] });
  store.write('t.csv', 'kind,key,en,fr\nstatic,a,Buy {count},Acheter {count}\n');

  const { out } = await store.run('translations', 'plan', 't.csv', '--new-locales', 'fr', '--json');
  expect(JSON.parse(out)).toMatchObject({ findings: [{ cell: 'en' }] });
});

const strings = {
  staticTranslations: ['One gem', 'Two gems', 'Ready?'].flatMap((value, index) => [
    { key: `k${index}`, locale: 'en', value },
    { key: `k${index}`, locale: 'de', value: ['Ein Edelstein', 'Zwei Edelsteine', 'Fertig?'][index] },
  ]),
};

test('a changed source beside changed translations is a finding, and that of a sheet of sources is not', async () => {
  const store = await openStore(strings);
  const source = 'changes the source, in a sheet that changes translations too';
  await store.run('translations', 'pull', '--out', 't.csv');
  const pulled = store.folder.read('t.csv');
  const findings = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await store.run('translations', ...args, '--json')).out) as unknown;

  store.write('t.csv', pulled.replace('One gem', 'A gem'));
  expect(await findings('plan', 't.csv')).toMatchObject({ changes: [{ cell: 'en' }], findings: [] });
  // An agency has changed another row besides.
  store.write('t.csv', pulled.replace('One gem', 'A gem').replace('Fertig?', 'Bereit?'));
  expect(await findings('plan', 't.csv')).toMatchObject({ findings: [{ cell: 'en', message: source }] });
  store.write('sent.csv', pulled);
  expect(await findings('check', 't.csv', '--base', 'sent.csv')).toMatchObject({
    findings: [{ name: 'k0', column: 'en', message: source }],
  });
  expect((await store.run('translations', 'apply', 't.csv', '--yes')).code).toBe(3);
  expect(store.writes()).toEqual([]);
});

test('a new key without a source text is a finding, and one with it is none', async () => {
  const store = await openStore(strings);
  store.write('t.csv', 'key,en,de\nk9,,Neu\nk8,New,Neu\n');
  const { out } = await store.run('translations', 'plan', 't.csv', '--new-keys', '--json');

  expect(JSON.parse(out)).toMatchObject({
    findings: [
      { item: '["static","k9","","",""]', cell: '', message: 'is new, and has no en: is its key right?' },
    ],
  });
  expect((await store.run('translations', 'apply', 't.csv', '--new-keys', '--yes')).code).toBe(3);
});

test('other numbers than those of the source are of low rank, which stops nothing', async () => {
  const store = await openStore({ staticTranslations: [{ key: 'a', locale: 'en', value: '50 % off' }] });
  store.write('t.csv', 'key,en,de\na,50 % off,60 % Rabatt\n');
  const check = await store.run('translations', 'check', 't.csv');
  const apply = await store.run('translations', 'apply', 't.csv', '--yes', '--new-locales', 'de');

  expect(check).toMatchObject({
    code: 0,
    out: 't.csv: 2 translations\n1 finding of low rank, which stops nothing:\n  t.csv line 2: a de has 60 instead of 50\n',
  });
  expect([apply.code, apply.out]).toEqual([0, expect.stringContaining('a de has 60 instead of 50')]);
  await store.run('translations', 'plan', 't.csv', '--out', 'plan.json', '--new-locales', 'de');
  expect((await store.run('translations', 'show', 'plan.json')).code).toBe(0);
});

test('a block of cells that is one row off is of low rank, by what the service has and by what a text keeps', async () => {
  const store = await openStore(strings);
  const off = 'cells that look one row off';
  store.write('t.csv', 'key,de\nk0,Neu\nk1,Ein Edelstein\nk2,Zwei Edelsteine\n');
  const plan = JSON.parse((await store.run('translations', 'plan', 't.csv', '--json')).out) as object;
  store.write(
    'n.csv',
    'key,en,ja\na,Buy,買う\nb,Save {n},買う\nc,Hi {name}!,{n} 保存\nd,Sell,{name} こんにちは！\n',
  );
  const check = JSON.parse((await store.run('translations', 'check', 'n.csv', '--json')).out) as object;

  expect(plan).toMatchObject({
    findings: [
      {
        item: '["static","k1","","",""]',
        cell: 'de',
        message: `begins 2 ${off}: they fit the row above`,
        rank: 'low',
      },
    ],
  });
  expect(check).toMatchObject({
    findings: expect.arrayContaining([
      expect.objectContaining({
        name: 'c',
        column: 'ja',
        message: `begins 2 ${off}: they fit the row above`,
      }),
    ]) as unknown,
  });
});

test('a key with a space at its end is found without the service, although no other key resembles it', async () => {
  const store = await openStore();
  store.write('t.csv', 'kind,key,en,de\nstatic,store.title ,Store,Laden\n');
  const { code, out } = await store.run('translations', 'check', 't.csv');

  expect(code).toBe(3);
  expect(out).toContain('1 finding:\n  t.csv line 2: store.title begins or ends with a space\n');
});
