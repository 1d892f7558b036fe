import { expect, test } from 'vitest';

import { isSpreadsheetError } from '../../../src/cli/tables/spreadsheet-errors.ts';
import { openPromoStore } from '../commands/promo-codes/run-promo-codes.ts';
import { openStore } from '../open-store.ts';

test.each([
  [
    'English',
    '#N/A #NAME? #REF! #VALUE! #DIV/0! #NULL! #NUM! #SPILL! #CALC! #FIELD! #BLOCKED! #GETTING_DATA',
  ],
  ['Google Sheets', '#ERROR!|Loading...|Loading…|Wird geladen...|Chargement...|Загрузка...'],
  ['German', '#WERT! #BEZUG! #NV #ZAHL! #NAME? #ÜBERLAUF!'],
  ['French', '#VALEUR! #NOM? #NOMBRE! #NUL! #N/A #PROPAGATION!'],
  ['Spanish', '#¡VALOR! #¿NOMBRE? #¡REF! #¡NUM! #¡DIV/0! #N/D #VALOR! #¡DESBORDAMIENTO!'],
  ['Portuguese', '#VALOR! #NOME? #NÚM! #N/D #NULO! #ERRO!'],
  ['Italian', '#VALORE! #RIF! #NOME? #N/D #NULLO! #ESPANSIONE!'],
  ['Dutch', '#WAARDE! #VERW! #NAAM? #GETAL! #N/B #DEEL/0! #LEEG!'],
  ['Polish', '#ARG! #ADR! #NAZWA? #LICZBA! #N/D! #DZIEL/0! #ZERO!'],
  ['Russian', '#ЗНАЧ! #ССЫЛКА! #ИМЯ? #ЧИСЛО! #Н/Д #ДЕЛ/0! #ПУСТО!'],
  ['Turkish', '#DEĞER! #BAŞV! #AD? #SAYI! #YOK #SAYI/0! #BOŞ!'],
  ['Swedish', '#VÄRDEFEL! #REFERENS! #NAMN? #SAKNAS! #OGILTIGT!'],
  ['LibreOffice', 'Err:502|Err:508|Fehler:522|#REF!'],
  ['a narrow column', '########'],
])('what a spreadsheet shows instead of a value is an error: %s', (_, shown) => {
  const texts = shown.split(shown.includes('|') ? '|' : ' ');

  expect(texts.filter((text) => !isSpreadsheetError(text))).toEqual([]);
});

test.each([
  ...['#1', '#SALE', '#SALE!', '#win', '# 5', '##', 'Loading', 'loading: 5 %', 'N/A', 'Error', '!', '?', ''],
  ...['Err:', 'Err: please', 'Laden', 'Wert!', 'VALUE!', 'Is it #N/A?', '#N/A and more'],
])('%j is a text', (text) => {
  expect(isSpreadsheetError(text)).toBe(false);
});

test('a translation that is an error is a fault, unless its source says the same', async () => {
  const store = await openStore({
    staticTranslations: [
      { key: 'wait', locale: 'en', value: 'Loading...' },
      { key: 'up', locale: 'en', value: 'Uploading…' },
      { key: 'tag', locale: 'en', value: '#NAME?' },
      { key: 'bonus', locale: 'en', value: 'Bonus' },
      { key: 'bonus', locale: 'de', value: 'x' },
    ],
  });
  store.write(
    'good.csv',
    'key,en,de\nwait,Loading...,Wird geladen...\nup,Uploading…,Wird geladen...\ntag,#NAME?,#NAME?\n',
  );
  store.write('alone.csv', 'key,de\nwait,Loading...\ntag,#NAME?\n');
  store.write('bad.csv', 'key,en,de\nwait,Loading...,#ERROR!\nbonus,Bonus,Loading...\n');
  const wrong = await store.run('translations', 'check', 'bad.csv');

  expect((await store.run('translations', 'plan', 'good.csv')).err).toBe('');
  // The service has the source.
  expect((await store.run('translations', 'plan', 'alone.csv')).err).toBe('');
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('bad.csv line 2, column de: #ERROR! is an error of the spreadsheet');
  expect(wrong.err).toContain('bad.csv line 3, column de: Loading... is an error of the spreadsheet');
  expect((await store.run('translations', 'apply', 'bad.csv', '--yes', '--skip-checks')).code).toBe(2);
  store.write('key.csv', 'key,en,de\n#ERROR!,Bonus,Bonus\n');
  expect((await store.run('translations', 'check', 'key.csv')).err).toContain(
    'key.csv line 2, column key: #ERROR! is an error',
  );
  expect(store.writes()).toEqual([]);
});

test('the errors of any language are faults of prices and codes', async () => {
  const store = await openPromoStore('A', '#WERT!', 'Loading...');
  store.write('prices.csv', 'price_usd_cents,country_code,override\n999,DE,#BEZUG!\n');
  const prices = await store.run('prices', 'plan', 'prices.csv');
  const codes = await store.create('--from', 'names.csv', '--skip-checks');

  expect([prices.code, codes.code]).toEqual([2, 2]);
  expect(prices.err).toContain('prices.csv line 2, column override: #BEZUG! is an error of the spreadsheet');
  expect(codes.err).toContain('names.csv line 3, column name: #WERT! is an error of the spreadsheet');
  expect(codes.err).toContain('names.csv line 4, column name: Loading... is an error of the spreadsheet');
  expect(store.writes()).toEqual([]);
});
