// Run in a process of its own: imports one entry of the package, and prints what Node loaded for it.
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** What an import loads. */
export interface Loaded {
  /** Files, each with its size in bytes. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Modules of Node that the files name. */
  readonly builtins: readonly string[];
}

const files: { path: string; bytes: number }[] = [];
const builtins = new Set<string>();

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url.startsWith('node:')) builtins.add(url);
    else files.push({ path: fileURLToPath(url), bytes: Buffer.byteLength(loaded.source ?? '') });
    return loaded;
  },
});

await import(process.argv[2] ?? 'publisher-commerce');

const loaded: Loaded = { files, builtins: [...builtins].sort() };
console.log(JSON.stringify(loaded));
