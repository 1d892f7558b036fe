// The declarations of the built entries, as ESM and as CommonJS.
import { relative } from 'node:path';

import { type Plugin, type PreRenderedChunk, rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

/** The line above an import that TypeScript reports in CommonJS, although it reads the types. */
const quietly = '// @ts-ignore -- msw is ESM only, and an optional peer';

const importMswQuietly: Plugin = {
  name: 'import-msw-quietly',
  renderChunk: (code) => code.replace(/^import (?={.*} from 'msw';$)/m, `${quietly}\nimport type `),
};

/** Entries whose declarations name types of the main entry: those that a user's own declarations import from there. */
const namesOfMain = new Set(['schemas', 'sandbox', 'ledger', 'postgres']);

const importMain: Plugin = {
  name: 'import-main',
  renderChunk(code, { isEntry, name, fileName }) {
    if (!isEntry || !namesOfMain.has(name)) return null;
    return `import './index.${fileName.endsWith('.cts') ? 'cjs' : 'js'}';\n${code}`;
  },
};

const declarations: Plugin = dts();
// It lets an entry import what it shares from any other one that exports it: who imports `/callbacks` would have the
// whole client checked.
delete declarations.generateBundle;

/** The name of a file that several entries share, such as `api-transactions`: messages of TypeScript show it. */
function sharedName({ moduleIds }: PreRenderedChunk): string {
  const source = relative('src', moduleIds.at(-1) ?? '').replace(/^client./, '');
  return source.replace(/\.ts$/, '').replaceAll(/[/\\]/g, '-');
}

/** Writes the declarations of entries, and what they share; each declaration is exported by its own name. */
export async function bundleDeclarations(
  entry: Readonly<Record<string, string>>,
  folder: string,
): Promise<void> {
  const bundle = await rollup({ input: entry, external: /^[^./]/, plugins: [declarations] });
  for (const extension of ['d.ts', 'd.cts']) {
    await bundle.write({
      dir: folder,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: (chunk) => `${sharedName(chunk)}.${extension}`,
      minifyInternalExports: false,
      plugins: [importMswQuietly, importMain],
    });
  }
  await bundle.close();
}
