import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { PublisherClient } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createNpxFolder } from '../support/npx-folder.ts';
import { runProgram } from '../support/run-program.ts';

/** Six tabs as people name them, and one of notes. */
function agencyWorkbook(hello: string): Promise<Uint8Array> {
  const tab = (name: string, ...rows: string[][]) => ({ name, rows });
  const titles = { Français: 'Boutique', Japanese: 'ストア', Korean: '스토어', pl: 'Sklep' };
  return writeXlsx({
    sheets: [
      tab('Notes', ['Thank you for the order']),
      tab(
        'German',
        ['key', 'English', 'value'],
        ['title', 'Store', 'Laden'],
        ['hello', 'Hi {name}!', 'Hallo {name}!'],
      ),
      tab('Spanish', ['key', 'Spanish'], ['title', 'Tienda'], ['hello', hello]),
      ...Object.entries(titles).map(([name, title]) => tab(name, ['key', 'value'], ['title', title])),
    ],
  });
}

test('the weeks of the guide end as it says, typed in a shell', async () => {
  const { cwd, PATH } = createNpxFolder();
  const title = { key: 'title', locale: 'en', value: 'Store' };
  const lines = { key: 'lines', locale: 'en', value: 'One\ntwo' };
  const german = [
    { ...title, locale: 'de', value: 'Laden' },
    { ...lines, locale: 'de', value: 'Eins\nzwei' },
  ];
  const hello = { key: 'hello', locale: 'en', value: 'Hi {name}!' };
  const translations = { staticTranslations: [title, lines, hello, ...german], dynamicTranslations: [] };
  writeFileSync(join(cwd, 'agency.xlsx'), await agencyWorkbook('¡Hola {nombre}!'));
  writeFileSync(join(cwd, 'corrected.xlsx'), await agencyWorkbook('¡Hola {name}!'));
  writeFileSync(join(cwd, 'seed.json'), JSON.stringify({ translations, coupons: [{ name: 'autumn' }] }));
  const sandbox = createSandbox({ seedFile: join(cwd, 'seed.json') });
  await using server = await sandbox.listen();
  const { pricePoints } = new PublisherClient(sandbox.clientOptions);
  await pricePoints.create({ priceInUsdCents: 499, priceOverrides: [] });
  await pricePoints.create({
    priceInUsdCents: 999,
    priceOverrides: [{ countryCode2: 'DE', price: 9.49 }],
  });
  const env = {
    PATH,
    PUBLISHER_BASE_URL: server.url,
    PUBLISHER_TOKEN: sandbox.token,
  };
  const script = join(import.meta.dirname, 'sale-weeks.sh');
  const { code, out, err } = await runProgram('bash', [script], { cwd, env });

  expect(code, err).toBe(0);
  expect(out.match(/^Week \d:/gm)).toHaveLength(7);
  expect(sandbox.state().translations.staticTranslations).toEqual(expect.arrayContaining(german));
});
