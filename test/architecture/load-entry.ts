// Run in a process of its own: imports one entry of the package, or a script with its arguments, and prints in the last line
// what Node loaded for it.
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

const [entry = 'publisher-commerce'] = process.argv.splice(2, 1);
await import(entry);

const loaded: Loaded = { files, builtins: [...builtins].sort() };
console.log(JSON.stringify(loaded));
