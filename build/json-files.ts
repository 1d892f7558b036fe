import { writeFileSync } from 'node:fs';

import type { Options } from 'tsup';

import { createOpenApiDocument } from '../src/openapi/create-document.ts';
import { seedJsonSchema } from './seed-json-schema.ts';

type Plugin = NonNullable<Options['plugins']>[number];

/** Writes the files that are data once the scripts are built: before, the folder is emptied. */
export function jsonFiles(folder: string): Plugin {
  const write = (name: string, value: unknown): void =>
    writeFileSync(`${folder}/${name}`, `${JSON.stringify(value, null, 2)}\n`);
  return {
    name: 'json-files',
    buildEnd() {
      write('openapi.json', createOpenApiDocument());
      write('seed-file.schema.json', seedJsonSchema());
    },
  };
}
