// What tools expect in the root of a package: pages, and the skills of coding assistants. `prepack` runs this script, which
// copies them there from docs; `postpack` runs it with `--remove`.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const docs = join(root, 'docs');
const pages = ['AGENTS.md', 'llms.txt'];
const skills = globSync('skills/*/SKILL.md', { cwd: docs });

/** Returns a page of docs with links that work in the folder above it. */
export function movedUp(page: string): string {
  return page.replaceAll(
    /\]\((?![a-z]+:|#)((?:\.\.\/\.\.\/)?)([^)]+)\)/g,
    (_link, above: string, target: string) => {
      // A skill is two folders below.
      if (above !== '') return `](${above}docs/${target})`;
      if (pages.includes(target) || skills.includes(target)) return `](${target})`;
      return target.startsWith('../') ? `](${target.slice('../'.length)})` : `](docs/${target})`;
    },
  );
}

if (process.argv[1] === import.meta.filename) {
  const isRemoved = process.argv.includes('--remove');
  for (const page of [...pages, ...skills]) {
    const target = join(root, page);
    mkdirSync(dirname(target), { recursive: true });
    if (isRemoved) rmSync(target, { force: true });
    else writeFileSync(target, movedUp(readFileSync(join(docs, page), 'utf8')));
  }
  if (isRemoved) rmSync(join(root, 'skills'), { recursive: true, force: true });
}
