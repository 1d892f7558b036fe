// Writes src/api/openapi.json: `node docs/generate/openapi/write.ts`; `--check` compares it instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { createOpenApiDocument } from './document.ts';

const file = join(import.meta.dirname, '../../../src/api/openapi.json');
const json = `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, json);
else if (readFileSync(file, 'utf8') !== json) {
  console.error('src/api/openapi.json is not current: run `npm run docs:openapi`');
  process.exitCode = 1;
}
