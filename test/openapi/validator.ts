import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import { document } from './described.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true });
// Its types describe a default export; in Node, that is a property of the export.
const addFormats = formats as unknown as typeof formats.default;
addFormats(ajv);
// Keywords of OpenAPI, and the list of known values, which is as strict here as an enumeration.
for (const keyword of ['info', 'servers', 'security', 'tags', 'paths', 'webhooks', 'components', 'openapi']) {
  ajv.addKeyword(keyword);
}
ajv.addKeyword({
  keyword: 'x-extensible-enum',
  validate: (known: readonly unknown[], value: unknown) => known.includes(value),
});
ajv.addSchema(document, 'openapi.json');

/** What does not match the schema at a JSON pointer of the document. */
export function mismatches(pointer: string, value: unknown): string[] {
  const validate: ValidateFunction = ajv.compile({ $ref: `openapi.json#${pointer}` });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** The JSON pointer to the schema of an operation's response. */
export function responsePointer(path: string, method: string, status: number | string): string {
  return `/paths/${escape(path)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`;
}

/** The JSON pointer to the schema of an operation's request body. */
export function bodyPointer(path: string, method: string): string {
  return `/paths/${escape(path)}/${method.toLowerCase()}/requestBody/content/application~1json/schema`;
}

function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
