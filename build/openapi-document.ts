import { writeFileSync } from 'node:fs';

import type { Options } from 'tsup';

import { createOpenApiDocument } from '../src/openapi/create-document.ts';

type Plugin = NonNullable<Options['plugins']>[number];

/** Writes the OpenAPI document to a file once the scripts are built: before, the folder is emptied. */
export function openApiDocument(file: string): Plugin {
  return {
    name: 'openapi-document',
    buildEnd() {
      writeFileSync(file, `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`);
    },
  };
}
