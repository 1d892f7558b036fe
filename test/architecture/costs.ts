import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { build, type Metafile } from 'esbuild';
import ts from 'typescript';

import { runProgram } from '../support/run-program.ts';
import type { Loaded } from './load-entry.ts';

const root = join(import.meta.dirname, '../..');

function pathOf(consumer: string): string {
  return join(import.meta.dirname, 'consumers', `${consumer}.ts`);
}

/** What Node loads for an import of one entry of the built package, or for a script, in a process of its own. */
export async function load(entry: string, args: readonly string[] = []): Promise<Loaded> {
  const script = join(import.meta.dirname, 'load-entry.ts');
  const { out } = await runProgram(process.execPath, [script, entry, ...args]);
  // The last line that is printed.
  return JSON.parse(out.trimEnd().split('\n').at(-1) ?? '') as Loaded;
}

/** Where files come from: packages, and folders of src by the comments that the build writes above each module. */
export function originsOf(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(origins))].sort();
}

function origins(path: string): readonly string[] {
  const name = packageOf(path);
  if (name !== undefined) return [name];
  // The first one may stand behind the import that every file of the build begins with.
  const modules = [...readFileSync(path, 'utf8').matchAll(/(?:^|;)\/\/ ((?:src|node_modules)\/.*)$/gm)];
  return modules.map(
    ([, source = '']) => packageOf(source) ?? /^src\/(?:client\/)?([^/]+)/.exec(source)?.[1] ?? '',
  );
}

function packageOf(path: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
}

/** A minified bundle. */
export interface Bundle {
  readonly code: Uint8Array;
  /** The files of which something is in it. */
  readonly files: readonly string[];
}

/** A consumer with the built package and its dependencies, as a bundler of today puts them together. */
export async function bundle(consumer: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [pathOf(consumer)],
    absWorkingDir: root,
    outdir: 'out',
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // Without the paths of our own tsconfig, which lead to src: users get dist.
    tsconfigRaw: {},
    logLevel: 'error',
  });
  const [code] = outputFiles;
  if (!code) throw new Error(`esbuild made nothing of ${consumer}`);
  return { code: code.contents, files: Object.values(metafile.outputs).flatMap(filesIn) };
}

function filesIn({ inputs }: Metafile['outputs'][string]): string[] {
  return Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0);
}

/** Bytes of the built declarations of the ESM entries and what they share. */
export function declarationBytes(): number {
  const files = globSync('dist/*.d.ts', { cwd: root });
  if (files.length === 0) throw new Error('no declarations in dist: npm run build makes them');
  return files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
}

/** What TypeScript does for a consumer. */
export interface TypeCheck {
  readonly problems: readonly string[];
  readonly instantiations: number;
  readonly types: number;
  /** Instantiations after our declarations were checked too, as without `skipLibCheck`. */
  readonly withDeclarations: number;
}

/** Checks a consumer against the built declarations, and then those themselves. */
export function checkTypes(consumer: string): TypeCheck {
  const program = ts.createProgram([pathOf(consumer)], {
    target: ts.ScriptTarget.ES2023,
    // A back end has no DOM.
    lib: ['lib.es2024.d.ts'],
    types: ['node'],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  });
  const problemsIn = (files: readonly (ts.SourceFile | undefined)[]): string[] =>
    files
      .flatMap((file) => program.getSemanticDiagnostics(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));

  const problems = problemsIn([program.getSourceFile(pathOf(consumer))]);
  const instantiations = program.getInstantiationCount();
  const types = program.getTypeCount();
  const dist = join(root, 'dist/');
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(dist));
  if (ours.length === 0) problems.push('no declarations in dist: npm run build makes them');
  problems.push(...problemsIn(ours));
  return { problems, instantiations, types, withDeclarations: program.getInstantiationCount() };
}
