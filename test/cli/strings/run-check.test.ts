import { expect, test } from 'vitest';

import { openStore } from '../open-store.ts';

test('check names what is suspicious in a sheet, without the service', async () => {
  const store = await openStore();
  store.write('t.csv', 'kind,key,en,de,ja\nstatic,a,Buy {n},Kaufen,\nstatic,A,Store,Laden,Laden\n');
  const { code, out } = await store.run('translations', 'check', 't.csv');

  expect(code).toBe(3);
  expect(out).toBe(
    't.csv: 5 translations, 4 findings:\n' +
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
      'back.csv: 3 translations, 1 finding:\n  back.csv line 2: a de lacks {n}\n' +
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

  const run = ['translations', 'apply', 't.csv', '--yes', '--new-locales', 'fr'];
  expect(await store.run(...run)).toMatchObject({ code: 0 });
});

test('a key with a space at its end is found without the service, although no other key resembles it', async () => {
  const store = await openStore();
  store.write('t.csv', 'kind,key,en,de\nstatic,store.title ,Store,Laden\n');
  const { code, out } = await store.run('translations', 'check', 't.csv');

  expect(code).toBe(3);
  expect(out).toContain('1 finding:\n  t.csv line 2: store.title begins or ends with a space\n');
});
