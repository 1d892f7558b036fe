// The lists of what files of `src` declare: the operations, their names and schemas, and the routes of the sandbox.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { format, resolveConfig } from 'prettier';

import type { AnyOperation } from '../../src/client/api/operation.ts';
import type { GeneratedFiles } from './files.ts';

const src = join(import.meta.dirname, '../../src');
const folder = join(src, 'client/api');
const remark = '// Written by `npm run generate`, from the other files of this folder.';
const generated = ['operation-name.ts', 'operations.ts', 'schemas.ts'];

/** An operation, and the name of its constant: `createPricePoint`. */
interface Declared {
  readonly constant: string;
  readonly name: string;
  readonly section: string;
}

/** A file of `src/client/api`, with the names of what it declares. */
interface Declaring {
  readonly file: string;
  readonly operations: readonly string[];
  readonly schemas: readonly string[];
  readonly types: readonly string[];
  /** The types that schemas have within them: declarations of a user's own exports name them. */
  readonly nested: readonly string[];
}

/** Returns the content of the lists. */
export async function apiLists(): Promise<GeneratedFiles> {
  const files = readFiles();
  const operations = await findOperations(files);
  return new Map([
    ['src/client/api/operation-name.ts', await formatted(operationNames(operations.map(({ name }) => name)))],
    ['src/client/api/operations.ts', await formatted(operationList(files, operations))],
    ['src/client/api/schemas.ts', await formatted(schemaList(files))],
    ['src/sandbox/operations/routes.ts', await formatted(routeList())],
  ]);
}

function readFiles(): readonly Declaring[] {
  const names = globSync('*.ts', { cwd: folder }).filter((file) => !generated.includes(file));
  return names.sort().map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const declared = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
    return {
      file,
      operations: declared(/^export const (\w+): Operation</gm),
      schemas: declared(/^export const (\w+Schema) =/gm).sort(),
      types: declared(/^export (?:interface|type) (\w+)/gm).sort(),
      nested: declared(/\bwith(?:Type|Input)Name<(\w+)>/g),
    };
  });
}

/** All operations with the names of their constants, ordered by section of the specification. */
async function findOperations(files: readonly Declaring[]): Promise<readonly Declared[]> {
  const found: Declared[] = [];
  for (const { file, operations } of files) {
    if (operations.length === 0) continue;
    const module = (await import(join(folder, file))) as Readonly<Record<string, AnyOperation>>;
    for (const constant of operations) {
      const operation = module[constant];
      if (operation) found.push({ constant, name: operation.name, section: operation.section });
    }
  }
  return found.sort((one, other) => one.section.localeCompare(other.section, 'en', { numeric: true }));
}

function operationNames(names: readonly string[]): string {
  return `${remark}

/** Names of all documented operations; an operation with another name does not compile. */
export const operationNames = [${names.map((name) => `'${name}'`).join(', ')}] as const;

/** The name of a documented operation: its sub-client and method, for example \`pricePoints.get\`. */
export type OperationName = (typeof operationNames)[number];
`;
}

function operationList(files: readonly Declaring[], operations: readonly Declared[]): string {
  const imports = files
    .filter((file) => file.operations.length > 0)
    .map(({ file, operations: names }) => `import { ${names.join(', ')} } from './${file}';`);
  return `${remark}
import type { AnyOperation } from './operation.ts';
${imports.join('\n')}

/** All documented operations, ordered by section of the specification (§4). */
export const operations: readonly AnyOperation[] = [${operations.map(({ constant }) => constant).join(', ')}];
`;
}

function schemaList(files: readonly Declaring[]): string {
  const nested = new Set(files.flatMap((file) => file.nested));
  const exports = files.flatMap(({ file, schemas, types }) => {
    const names = [...types.filter((name) => nested.has(name)).map((name) => `type ${name}`), ...schemas];
    return names.length === 0 ? [] : [`export { ${names.join(', ')} } from './${file}';`];
  });
  return `/**
 * The zod schemas of all documented requests and responses.
 *
 * @module publisher-commerce/schemas
 */
${remark}
export type { MayBeMissing, OpenEnum } from './fields.ts';
${exports.join('\n')}
`;
}

function routeList(): string {
  const routes = join(src, 'sandbox/operations');
  const declared = globSync('*.ts', { cwd: routes })
    .sort()
    .flatMap((file) => {
      const [, name] = /^export function (\w+Routes)\(/m.exec(readFileSync(join(routes, file), 'utf8')) ?? [];
      return name === undefined || file === 'routes.ts' ? [] : [{ file, name }];
    });
  return `${remark}
import type { Context, Route } from './route.ts';
${declared.map(({ file, name }) => `import { ${name} } from './${file}';`).join('\n')}

/** Returns what the sandbox does for each operation. */
export function allRoutes(context: Context): readonly Route[] {
  return [${declared.map(({ name }) => `...${name}(context)`).join(', ')}];
}
`;
}

async function formatted(text: string): Promise<string> {
  const file = join(folder, 'operations.ts');
  return format(text, { ...(await resolveConfig(file)), filepath: file });
}
