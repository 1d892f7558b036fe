import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const guide = readFileSync(join(import.meta.dirname, '../../docs/postgres.md'), 'utf8');

/** The queries of the guide by their headings. */
export const guideQueries: ReadonlyMap<string, string> = new Map(
  [...guide.matchAll(/^### ([^\n]+)\n\n(?:[^\n`]+\n\n)?```sql\n(.*?)^```$/gms)].map(
    ([, name = '', sql = '']) => [name, sql],
  ),
);

/** The blocks of a section of the guide, in order. */
export function guideBlocks(heading: string): { readonly language: string; readonly code: string }[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}

/** The statements that prepare large tables. */
export function guideTables(what: 'indexes' | 'vacuum' | 'partitions'): string {
  return statementsOf(`the owner: ${what}`);
}

/** The model for dbt, as dbt would compile it: of all rows, or with what the table `existing` has. */
export function guideModel(existing?: string): string {
  const [, model] = /^```jinja\n(.*?)^```$/ms.exec(guide) ?? [];
  if (model === undefined) throw new Error('the guide contains no model');
  return model
    .replace(/^\{\{ config.*\n/, '')
    .replaceAll(/\{\{ source\('(\w+)', '(\w+)'\) \}\}/g, '$1.$2')
    .replace(/\{% if is_incremental\(\) %\}(.*?)\{% endif %\}/s, existing === undefined ? '' : '$1')
    .replace('{{ this }}', existing ?? '');
}

function statementsOf(comment: string): string {
  const [, sql] = new RegExp(`^\`\`\`sql\\n-- ${comment}.*?\\n(.*?)^\`\`\`$`, 'ms').exec(guide) ?? [];
  if (sql === undefined) throw new Error(`the guide contains no statements of ${comment}`);
  return sql;
}
