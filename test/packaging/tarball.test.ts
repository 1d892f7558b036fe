import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createOpenApiDocument } from '../../src/openapi/create-document.ts';
import { type ModuleSystem, Project, run } from './project.ts';

const root = join(import.meta.dirname, '../..');
let project: Project;
let installed: string;

beforeAll(async () => {
  project = await Project.with();
  installed = join(project.folder, 'node_modules/publisher-commerce');
}, 60_000);
afterAll(() => project.remove());

test('the tarball holds what was built, and what its readers need beside it', () => {
  const built = /^dist\/(cli\/[\w-]+\.js|[\w-]+\.(js|cjs|js\.map|cjs\.map|d\.ts|d\.cts))$/;

  expect(project.tarball.files.filter((file) => !built.test(file)).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/openapi.json',
    'dist/seed-file.schema.json',
    'package.json',
  ]);
});

test('every file that package.json names is in the tarball', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const { exports, bin, main, module, types, typesVersions } = manifest as Record<string, unknown>;
  const named = pathsIn([exports, bin, main, module, types, typesVersions]);

  expect(named).toContain('dist/cli/main.js');
  expect(named.filter((path) => !project.tarball.files.includes(path))).toEqual([]);
});

test('the OpenAPI document is in the package, and current', async () => {
  const program =
    "import json from 'publisher-commerce/openapi.json' with { type: 'json' }; console.log(JSON.stringify(json));";
  const file = await project.write('openapi.mjs', program);
  const { out } = await run(process.execPath, [file], { cwd: project.folder });

  expect(JSON.parse(out)).toEqual(createOpenApiDocument());
});

function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(pathsIn);
}

test('nothing in the tarball names the folder it was built in', async () => {
  const texts = await Promise.all(
    project.tarball.files.map((file) => readFile(join(installed, file), 'utf8')),
  );

  expect(project.tarball.files.filter((_, index) => texts[index]?.includes(root))).toEqual([]);
});

test('every script but those of the command has its source map, which holds the sources themselves', async () => {
  const scripts = librariesOf(project.tarball.files);
  const maps = await Promise.all(scripts.map(readMap));

  expect(maps.flatMap(({ sources }) => sources).length).toBeGreaterThan(100);
  for (const { sources, sourcesContent } of maps) {
    expect(sourcesContent.map((content) => typeof content)).toEqual(sources.map(() => 'string'));
  }
});

/** The scripts that programs import. Nobody steps through the command, whose maps would be half of the package. */
function librariesOf(files: readonly string[]): string[] {
  return files.filter((file) => /\.c?js$/.test(file) && !file.startsWith('dist/cli/'));
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly unknown[];
}

async function readMap(script: string): Promise<SourceMap> {
  return JSON.parse(await readFile(join(installed, `${script}.map`), 'utf8')) as SourceMap;
}

test.each<{ modules: ModuleSystem; extension: string; load: string }>([
  { modules: 'module', extension: 'js', load: "await import('publisher-commerce')" },
  { modules: 'commonjs', extension: 'cjs', load: "require('publisher-commerce')" },
])(
  'with --enable-source-maps an error of the $modules build shows the TypeScript that threw it',
  async ({ modules, extension, load }) => {
    await project.write(`${modules}/package.json`, JSON.stringify({ type: modules }));
    const program = `const { toMinorUnits } = ${load};\ntoMinorUnits('much', 'USD');\n`;
    const file = await project.write(`${modules}/throws.js`, program);
    const { code, err } = await run(process.execPath, ['--enable-source-maps', file], {
      cwd: project.folder,
    });

    expect(code).toBe(1);
    const frame = /publisher-commerce\/(src\/money\/[\w-]+\.ts):(\d+):\d+/.exec(err);
    const [, path = '', line = '0'] = frame ?? [];
    const { sources, sourcesContent } = await readMap(
      extension === 'cjs' ? 'dist/index.cjs' : await scriptWith(path),
    );
    const source = String(sourcesContent[sources.indexOf(`../${path}`)]);
    expect(source.split('\n')[Number(line) - 1]).toMatch(/throw|InvalidAmountError/);
  },
);

/** The ESM build is split: the script that one source is in. */
async function scriptWith(path: string): Promise<string> {
  for (const script of librariesOf(project.tarball.files).filter((file) => file.endsWith('.js'))) {
    if ((await readMap(script)).sources.includes(`../${path}`)) return script;
  }
  throw new Error(`no script was built of ${path}`);
}
