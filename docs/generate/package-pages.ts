// The pages that tools expect in the root of a package. `prepack` runs this script, which copies them there from
// docs; `postpack` runs it with `--remove`.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const pages = ['AGENTS.md', 'llms.txt'];

/** Returns a page of docs with links that work in the folder above it. */
export function movedUp(page: string): string {
  return page.replaceAll(/\]\((?![a-z]+:|#)([^)]+)\)/g, (_link, target: string) => {
    if (pages.includes(target)) return `](${target})`;
    return target.startsWith('../') ? `](${target.slice('../'.length)})` : `](docs/${target})`;
  });
}

if (process.argv[1] === import.meta.filename) {
  for (const page of pages) {
    const target = join(root, page);
    if (process.argv.includes('--remove')) rmSync(target, { force: true });
    else writeFileSync(target, movedUp(readFileSync(join(root, 'docs', page), 'utf8')));
  }
}
