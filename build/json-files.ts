import { copyFileSync, writeFileSync } from 'node:fs';

import type { Options } from 'tsup';

import { seedJsonSchema } from './seed-json-schema.ts';

type Plugin = NonNullable<Options['plugins']>[number];

/** Writes the files that are data once the scripts are built: before, the folder is emptied. */
export function jsonFiles(folder: string): Plugin {
  return {
    name: 'json-files',
    buildEnd() {
      copyFileSync('src/api/openapi.json', `${folder}/openapi.json`);
      writeFileSync(`${folder}/seed-file.schema.json`, `${JSON.stringify(seedJsonSchema(), null, 2)}\n`);
    },
  };
}
