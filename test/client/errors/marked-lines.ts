import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const casesFile = join(import.meta.dirname, 'caller-cases.ts');

/** The lines of the cases' file that are marked with a name, as a stack shows them. */
export function markedLines(name: string): string[] {
  const lines = readFileSync(casesFile, 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    line.endsWith(`// marked: ${name}`) ? [`${casesFile}:${index + 1}:`] : [],
  );
}
