import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const guide = readFileSync(join(import.meta.dirname, '../../docs/postgres.md'), 'utf8');

/** The queries of the guide by their headings. */
export const guideQueries: ReadonlyMap<string, string> = new Map(
  [...guide.matchAll(/^### ([^\n]+)\n\n(?:[^\n`]+\n\n)?```sql\n(.*?)^```$/gms)].map(
    ([, name = '', sql = '']) => [name, sql],
  ),
);

/** The statements that grant the privileges of a role of the guide. */
export function guideGrants(role: 'owner' | 'worker' | 'reader'): string {
  const [, sql] = new RegExp(`^\`\`\`sql\\n-- (?:the|a) ${role}:.*?\\n(.*?)^\`\`\`$`, 'ms').exec(guide) ?? [];
  if (sql === undefined) throw new Error(`the guide contains no privileges of ${role}`);
  return sql;
}
