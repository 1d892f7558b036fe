import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Options } from 'tsup';

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number];

/** The licences that code inside `dist` may have; another one fails the build until somebody has read it. */
const allowed = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0'];

const introduction = `Third-party notices

The scripts beside this file contain code of the packages below, under the licence given with each.
`;

/** The part of a manifest that is read here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
}

/**
 * Writes the name, version and licence of every package whose code is inside the bundles.
 *
 * All builds share one instance, and each of them writes what is known so far: the last one to end writes the complete
 * file.
 */
export function thirdPartyNotices(file: string): EsbuildPlugin {
  const notices = new Set<string>();
  return {
    name: 'third-party-notices',
    setup(build) {
      build.onEnd(({ metafile, errors }) => {
        if (errors.length > 0) return;
        const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) =>
          Object.entries(output.inputs),
        );
        const used = inputs.flatMap(([path, { bytesInOutput }]) =>
          bytesInOutput > 0 ? packageOf(path) : [],
        );
        for (const folder of new Set(used)) notices.add(noticeOf(folder));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, [introduction, ...[...notices].sort()].join(`\n${'-'.repeat(80)}\n\n`));
      });
    },
  };
}

/** The folder of the package that a module belongs to; none for our own. */
function packageOf(path: string): string[] {
  return /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.slice(0, 1) ?? [];
}

function noticeOf(folder: string): string {
  // npm publishes no package without a name and a version.
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license = 'none' } = manifest;
  if (!allowed.includes(license))
    throw new Error(`${name} has the licence ${license}: read it, then allow it`);
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)\b/i.test(entry.name),
  );
  const texts = files.map((entry) => readFileSync(join(folder, entry.name), 'utf8'));
  const [first = impliedText(manifest), ...others] = texts;
  const paragraphs = [`${name}@${version}`, `License: ${license}`, first, ...others].map((text) =>
    text.replaceAll('\r\n', '\n').trim(),
  );
  return `${paragraphs.join('\n\n')}\n`;
}

/** The text for a package that names its licence and has no file of it: the wording of MIT and Apache is fixed. */
function impliedText({ name, license, author }: Manifest): string {
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
  const read = (file: string): string =>
    `(The package has no licence file.)\n\n${readFileSync(file, 'utf8')}`;
  if (license === 'MIT') return read('LICENSE').replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
  if (license === 'Apache-2.0')
    return `Copyright ${holder}\n\n${read('node_modules/typescript/LICENSE.txt')}`;
  throw new Error(`${name} has no text of its licence, ${license ?? 'none'}: add it by hand`);
}
