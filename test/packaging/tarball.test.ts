import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import openApiDocument from '../../src/api/openapi.json' with { type: 'json' };
import { type ModuleSystem, Project, run } from './project.ts';

const root = join(import.meta.dirname, '../..');
let project: Project;
let installed: string;

beforeAll(async () => {
  project = await Project.with();
  installed = join(project.folder, 'node_modules/publisher-commerce');
}, 60_000);
afterAll(() => project.remove());

test('the tarball holds what was built, the docs, the examples, and what tools read in its root', () => {
  const built = /^dist\/(cli\/[\w-]+\.js|[\w-]+\.(js|cjs|d\.ts|d\.cts))$/;
  const pages = globSync(['docs/*.md', 'docs/data/*.md'], { cwd: root, exclude: ['docs/AGENTS.md'] });
  const examples = globSync('examples/**/*.*', { cwd: root, exclude: ['examples/demo'] });

  expect(pages.length).toBeGreaterThan(20);
  expect(examples.length).toBeGreaterThan(20);
  expect(project.tarball.files.filter((file) => !built.test(file)).sort()).toEqual(
    [
      '.github/CONTRIBUTING.md',
      '.github/SECURITY.md',
      'AGENTS.md',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/openapi.json',
      'dist/seed-file.schema.json',
      'llms.txt',
      'package.json',
      ...pages,
      ...examples,
    ].sort(),
  );
});

test('every file that package.json names is in the tarball', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const { exports, bin, main, module, types, typesVersions } = manifest as Record<string, unknown>;
  const named = pathsIn([exports, bin, main, module, types, typesVersions]);

  expect(named).toContain('dist/cli/main.js');
  expect(named.filter((path) => !project.tarball.files.includes(path))).toEqual([]);
});

test('the manifest names the folder of the docs', async () => {
  const manifest: unknown = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));

  expect(manifest).toMatchObject({ directories: { doc: 'docs' } });
  expect(project.tarball.files).toContain('docs/getting-started.md');
});

test('the OpenAPI document is in the package, and current', async () => {
  const program =
    "import json from 'publisher-commerce/openapi.json' with { type: 'json' }; console.log(JSON.stringify(json));";
  const file = await project.write('openapi.mjs', program);
  const { out } = await run(process.execPath, [file], { cwd: project.folder });

  expect(JSON.parse(out)).toEqual(openApiDocument);
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

test('no script has a source map, or names one', async () => {
  const scripts = project.tarball.files.filter((file) => /\.c?js$/.test(file));
  const texts = await Promise.all(scripts.map((file) => readFile(join(installed, file), 'utf8')));

  expect(project.tarball.files.filter((file) => file.endsWith('.map'))).toEqual([]);
  expect(scripts.filter((_, index) => texts[index]?.includes('\n//# sourceMappingURL='))).toEqual([]);
});

test.each<{ modules: ModuleSystem; load: string }>([
  { modules: 'module', load: "await import('publisher-commerce')" },
  { modules: 'commonjs', load: "require('publisher-commerce')" },
])(
  'the stack of an error of the $modules build leads to the source file, which the script names above the code',
  async ({ modules, load }) => {
    await project.write(`${modules}/package.json`, JSON.stringify({ type: modules }));
    const program = `const { toMinorUnits } = ${load};\ntoMinorUnits('much', 'USD');\n`;
    const file = await project.write(`${modules}/throws.js`, program);
    const { code, err } = await run(process.execPath, [file], { cwd: project.folder });

    expect(code).toBe(1);
    const frame = /at \w+ \S*publisher-commerce\/(dist\/[\w-]+\.c?js):(\d+):\d+/.exec(err);
    const [, script = '', line = '0'] = frame ?? [];
    const built = await readFile(join(installed, script), 'utf8');
    const above = built.split('\n').slice(0, Number(line));
    expect(err).toMatch(/^ +at toMinorUnits /m);
    expect(above.at(-1)).toMatch(/throw|InvalidAmountError/);
    expect(above.findLast((text) => text.startsWith('// src/'))).toMatch(/^\/\/ src\/money\/[\w-]+\.ts$/);
  },
);
