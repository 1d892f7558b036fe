// Uploads a folder of locale files, such as de.json, and lists the translations that each locale lacks.
//
//   npm run example -- translations
//   npm run example -- translations --folder locales
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

import type { DynamicTranslation, StaticTranslation, TranslationSet } from 'publisher-commerce';
import * as z from 'zod';

import { connect } from './support/connect.ts';
import { InputError } from './support/input-error.ts';
import { sample } from './support/sample.ts';

const { values: options } = parseArgs({ options: { folder: { type: 'string' } } });

const strings = z.record(z.string(), z.string());
/** A locale file: static translations by key, and those of products and offer designs by id and field. */
const localeFile = z.strictObject({
  static: strings.default({}),
  product: z.record(z.string(), strings).default({}),
  offer_design: z.record(z.string(), strings).default({}),
});

async function readLocale(path: string) {
  const locale = basename(path, '.json');
  const file = localeFile.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!file.success) throw new InputError(`${path}\n${z.prettifyError(file.error)}`);
  const { static: fixed, ...dynamic } = file.data;
  return {
    staticTranslations: Object.entries(fixed).map(([key, value]) => ({ key, locale, value })),
    dynamicTranslations: Object.entries(dynamic).flatMap(([type, things]) =>
      Object.entries(things).flatMap(([externalId, fields]) =>
        Object.entries(fields).map(([field, value]) => ({ type, externalId, field, locale, value })),
      ),
    ),
  };
}

/** The translations that the store has in some locale and not in this one: players see English instead. */
function missingIn(locale: string, { staticTranslations, dynamicTranslations }: TranslationSet): string[] {
  const all = [...(staticTranslations ?? []), ...(dynamicTranslations ?? [])];
  const there = new Set(all.filter((translation) => translation.locale === locale).map(nameOf));
  return [...new Set(all.map(nameOf))].filter((name) => !there.has(name));
}

function nameOf(translation: StaticTranslation | DynamicTranslation): string {
  if ('key' in translation) return translation.key;
  return `${translation.type ?? 'unknown'} ${translation.externalId} ${translation.field}`;
}

const folder = options.folder ?? sample('translations', '--folder');
const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
const locales = await Promise.all(files.map((file) => readLocale(join(folder, file))));
const input = {
  staticTranslations: locales.flatMap(({ staticTranslations }) => staticTranslations),
  dynamicTranslations: locales.flatMap(({ dynamicTranslations }) => dynamicTranslations),
};

await using connection = await connect();
console.log(`Uploading ${files.join(', ')} to ${connection.description}`);

// Split into several requests if it exceeds the size limit of one.
const stored = await connection.client.translations.setAll(input, {
  onProgress: ({ requests, totalRequests, translations, totalTranslations }) =>
    console.log(
      `Request ${requests} of ${totalRequests}: ${translations} of ${totalTranslations} translations set`,
    ),
});

for (const file of files) {
  const missing = missingIn(basename(file, '.json'), stored);
  if (missing.length === 0) console.log(`${file}: complete`);
  else {
    console.log(
      `${file}: ${missing.length} ${missing.length === 1 ? 'translation' : 'translations'} missing`,
    );
    for (const name of missing.slice(0, 10)) console.log(`  ${name}`);
    if (missing.length > 10) console.log(`  and ${missing.length - 10} more`);
  }
}
