import { readFileSync } from 'node:fs';

import rollupPluginLicense, { type Dependency, type Options as LicenseOptions } from 'rollup-plugin-license';
import type { Options } from 'tsup';

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number];

/** The licences that code inside `dist` may have; another one fails the build until somebody has read it. */
const allowed = '(MIT OR ISC OR BSD-2-Clause OR BSD-3-Clause OR 0BSD OR Apache-2.0)';

const introduction = `Third-party notices

The scripts beside this file contain code of the packages below, under the licence given with each.
`;

// Its types describe an ESM package with Rollup's whole plugin context. In Node its export is the function itself, and
// its two hooks are plain functions that use no more than this.
const license = rollupPluginLicense as unknown as (options: LicenseOptions) => LicenseHooks;

interface LicenseHooks {
  readonly renderChunk: (
    code: string,
    chunk: { readonly modules: Readonly<Record<string, { readonly renderedLength: number }>> },
    options: { readonly sourcemap: boolean },
  ) => void;
  readonly generateBundle: () => void;
}

/**
 * Writes the name, version and licence of every package whose code is inside the bundles.
 *
 * rollup-plugin-license finds the licences. The bundler here is esbuild, so its list of what went into each output is
 * passed on in the form of a Rollup chunk. All builds share one instance, and each of them writes what is known so
 * far: the last one to end writes the complete file.
 */
export function thirdPartyNotices(file: string): EsbuildPlugin {
  const { renderChunk, generateBundle } = license({
    thirdParty: {
      includePrivate: true,
      multipleVersions: true,
      allow: { test: allowed, failOnUnlicensed: true, failOnViolation: true },
      output: { file, template: writeNotices },
    },
  });
  return {
    name: 'third-party-notices',
    setup(build) {
      build.onEnd(({ metafile, errors }) => {
        if (errors.length > 0) return;
        for (const { inputs } of Object.values(metafile?.outputs ?? {})) {
          const modules = Object.entries(inputs).map(
            ([path, { bytesInOutput }]) => [path, { renderedLength: bytesInOutput }] as const,
          );
          renderChunk('', { modules: Object.fromEntries(modules) }, { sourcemap: false });
        }
        generateBundle();
      });
    },
  };
}

function writeNotices(dependencies: readonly Dependency[]): string {
  const notices = dependencies.map(notice).sort();
  return [introduction, ...notices].join(`\n${'-'.repeat(80)}\n\n`);
}

function notice(dependency: Dependency): string {
  const { name, version, license, noticeText } = dependency;
  const texts = [dependency.licenseText ?? impliedText(dependency), noticeText ?? ''];
  const paragraphs = [`${name}@${version}`, `License: ${license}`, ...texts.map(tidy)];
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}

function tidy(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

/** The text for a package that names its licence and ships no file of it: MIT's wording is fixed. */
function impliedText({ name, license, author }: Dependency): string {
  if (license !== 'MIT') throw new Error(`${name} ships no text of its licence, ${license}: add it by hand`);
  const holder = author?.name ?? `the authors of ${name}`;
  const ours = readFileSync('LICENSE', 'utf8');
  return `(The package has no licence file.)\n\n${ours.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`)}`;
}
