import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents of generated files, by their paths in the repository. */
export type GeneratedFiles = ReadonlyMap<string, string>;

/** Returns the paths of generated files that differ or are missing, and of `owned` ones that are not generated. */
export function outdated(
  root: string,
  files: GeneratedFiles,
  owned: readonly string[] = [],
): readonly string[] {
  const superfluous = globSync(owned, { cwd: root }).filter((path) => !files.has(path));
  const changed = [...files].filter(([path, text]) => contentOf(join(root, path)) !== text);
  return [...changed.map(([path]) => path), ...superfluous].sort();
}

/** Makes a file what is generated, or removes it if nothing is. */
export function update(root: string, path: string, text: string | undefined): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  if (text === undefined) rmSync(file);
  else writeFileSync(file, text);
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
