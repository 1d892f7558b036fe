import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Project } from './project.ts';

const root = join(import.meta.dirname, '../..');
let project: Project;
let installed: string;

beforeAll(async () => {
  project = await Project.with();
  installed = join(project.folder, 'node_modules/publisher-commerce');
});
afterAll(() => project.remove());

test('the tarball holds what was built, the docs, the examples, and what tools read in its root', () => {
  const built = /^dist\/(cli\/[\w-]+\.js|[\w-]+\.(js|cjs|d\.ts|d\.cts))$/;
  const pages = globSync(['docs/*.md', 'docs/data/*.md', 'docs/images/*.png', 'docs/*.Dockerfile'], {
    cwd: root,
    // The first one is in the root of the package, the others are for contributors.
    exclude: ['docs/AGENTS.md', 'docs/adding-an-operation.md', 'docs/decisions.md', 'docs/releasing.md'],
  });
  const skills = globSync('skills/*/SKILL.md', { cwd: join(root, 'docs') });
  const examples = globSync('examples/**/*.*', { cwd: root, exclude: ['examples/demo'] });

  expect(pages.length).toBeGreaterThan(20);
  expect(examples.length).toBeGreaterThan(10);
  expect(project.tarball.files.filter((file) => !built.test(file)).sort()).toEqual(
    [
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
      ...skills,
      ...pages,
      ...examples,
    ].sort(),
  );
});

test('nothing in the tarball names the folder it was built in', async () => {
  const texts = await Promise.all(
    project.tarball.files.map((file) => readFile(join(installed, file), 'utf8')),
  );

  expect(project.tarball.files.filter((_, index) => texts[index]?.includes(root))).toEqual([]);
});
