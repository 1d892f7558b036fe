import document from '../../client/api/openapi.json' with { type: 'json' };
import { exitCode } from '../command-error.ts';
import { commandOf } from '../command-module.ts';
import { exitCodes } from '../exit-codes.ts';
import { checkTarget, writeResult } from '../output-file.ts';
import { printResult } from '../output.ts';

const more = `
It is JSON, in OpenAPI 3.1. A running sandbox serves it with its own address at
/openapi.json, and the package has it as publisher-commerce/openapi.json.

${exitCodes()}

Examples:
  publisher-commerce openapi --out openapi.json
  publisher-commerce openapi | npx openapi-typescript -o api.d.ts
`;

/** `openapi`: prints or writes the OpenAPI document. */
export const openApiCommand = commandOf(
  (command) =>
    command
      .description('Prints an OpenAPI description of the Publisher Commerce API.')
      .option('--out <file>', 'file to write, or - (default stdout)')
      .option('--force', 'replace the file if it exists')
      .addHelpText('after', more),
  async ({ out, force = false }) => {
    const json = `${JSON.stringify(document, null, 2)}\n`;
    if (out === undefined || out === '-') return printResult(json);
    await checkTarget({ flag: 'out', path: out }, force);
    await writeResult(out, json);
    return exitCode.done;
  },
);
