import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import ts from 'typescript';

import { documentedFile } from '../support/code-blocks.ts';
import { type Finished, runProgram } from '../support/run-program.ts';

const root = join(import.meta.dirname, '../..');

/** Runs a command to its end, by default for five minutes at most. */
export function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv; readonly timeout?: number },
): Promise<Finished> {
  return runProgram(command, args, { timeout: 300_000, ...options });
}

/** The package as it is published. */
export interface Tarball {
  readonly path: string;
  /** The paths of the files in it. */
  readonly files: readonly string[];
}

/** What is packed, and what the scripts of packing need. Copied, because these scripts write into the folder. */
const sources = ['package.json', 'dist', 'docs', 'examples', '.github', 'LICENSE'];

/** Packs what is built into a folder. */
async function pack(folder: string): Promise<Tarball> {
  const copy = join(folder, 'package');
  const pages = globSync('*.md', { cwd: root });
  // Another test may be building the site.
  const others = ['docs/site', 'docs/.vitepress', 'docs/node_modules'].map((name) => join(root, name));
  const isSource = (path: string): boolean => !others.some((other) => path.startsWith(other));
  for (const name of [...sources, ...pages]) {
    await cp(join(root, name), join(copy, name), { recursive: true, filter: isSource });
  }
  const { out, err } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: copy });
  // npm documents this form; the scripts print nothing.
  const [packed] = JSON.parse(out || '[]') as { filename: string; files: { path: string }[] }[];
  if (!packed) throw new Error(`npm packed nothing: ${err}`);
  return { path: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}

/** A folder outside of this one, so that nothing is found that its user would not have. */
export class Project {
  readonly folder: string;
  readonly tarball: Tarball;

  private constructor(folder: string, tarball: Tarball) {
    this.folder = folder;
    this.tarball = tarball;
  }

  /** An empty folder beside the packed package. */
  static async empty(): Promise<Project> {
    const above = await realpath(await mkdtemp(join(tmpdir(), 'publisher-commerce-')));
    const folder = join(above, 'project');
    await mkdir(folder);
    return new Project(folder, await pack(above));
  }

  /** A project that has the package installed, and others beside it. */
  static async with(...packages: readonly string[]): Promise<Project> {
    const project = await Project.empty();
    await project.write('package.json', '{ "private": true }');
    await project.install(...packages);
    return project;
  }

  async install(...packages: readonly string[]): Promise<void> {
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    const args = ['install', ...flags, this.tarball.path, ...packages];
    // The first time, it downloads them.
    const { code, err } = await run('npm', args, { cwd: this.folder, timeout: 300_000 });
    if (code !== 0) throw new Error(`npm install has failed: ${err}`);
  }

  /** Writes a file, and returns its path. */
  async write(path: string, text: string): Promise<string> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  }

  /** Writes the files of an application that the guides show. */
  async writeDocumented(...paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.write(path, documentedFile(root, path));
  }

  /** Writes one of the programs as JavaScript of a module system, and returns its path. */
  async writeProgram(name: ProgramName, modules: ModuleSystem): Promise<string> {
    const module = modules === 'module' ? ts.ModuleKind.ESNext : ts.ModuleKind.CommonJS;
    const compilerOptions = { module, target: ts.ScriptTarget.ES2023 };
    const { outputText } = ts.transpileModule(await readProgram(name), { compilerOptions });
    await this.write(`${modules}/package.json`, JSON.stringify({ type: modules }));
    return this.write(`${modules}/${name}.js`, outputText);
  }

  async remove(): Promise<void> {
    await rm(dirname(this.folder), { recursive: true });
  }
}

/** What `type` in a package.json makes of `.js` files: ESM or CommonJS. */
export type ModuleSystem = 'module' | 'commonjs';

export type ProgramName = 'client' | 'sandbox' | 'worker';

/** The TypeScript of a program. */
export function readProgram(name: ProgramName): Promise<string> {
  return readFile(join(import.meta.dirname, `programs/${name}.ts`), 'utf8');
}
