import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const notices = readFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), 'utf8');

/** The notice of each package, by its name and version. */
const sections = new Map(
  notices
    .split(`\n${'-'.repeat(80)}\n\n`)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

interface BundledPackage {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** The packages that a script contains code of, by the comment above each module: the notices are made from something else. */
function packagesIn(script: string): BundledPackage[] {
  const modules = readFileSync(join(dist, script), 'utf8').matchAll(
    /^ *\/\/ (node_modules\/(?:.+\/node_modules\/)?(?:@[^/\n]+\/)?[^/\n]+)\/.+$/gm,
  );
  const folders = Array.from(modules, ([, folder = '']) => join(root, folder));
  return [...new Set(folders)].flatMap((folder) => {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // npm publishes no package without these.
    return [{ ...(manifest as Omit<BundledPackage, 'folder'>), folder }];
  });
}

const scripts = globSync('**/*.{js,cjs}', { cwd: dist });
const bundled = new Map(
  scripts.flatMap(packagesIn).map((found) => [`${found.name}@${found.version}`, found]),
);

test('the notices list every package whose code is in a script, and no other', () => {
  expect([...sections.keys()].sort()).toEqual([...bundled.keys()].sort());
});

/** How a licence is worded that no file of its package has. */
const wordings: Readonly<Record<string, RegExp>> = {
  MIT: /Copyright \(c\) .+\n\nPermission is hereby granted/,
  'Apache-2.0': /Copyright .+\n[^]*\nApache License\n\nVersion 2\.0[^]+\nEND OF TERMS AND CONDITIONS/,
};

test('each notice has the licence of its package, with the content of its licence file', () => {
  for (const [key, { folder, license }] of bundled) {
    const section = sections.get(key);
    expect(section).toContain(`\nLicense: ${license}\n`);
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)\b/i.test(file));
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
      expect(text.length, `${key}: ${file}`).toBeGreaterThan(/^notice/i.test(file) ? 50 : 500);
      expect(section, `${key}: ${file}`).toContain(text);
    }
    if (files.length === 0) expect(section, key).toMatch(wordings[license] ?? 'a licence file');
  }
});
