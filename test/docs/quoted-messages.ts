import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../docs/troubleshooting.md');

/** Returns the messages that the page on troubleshooting quotes: those in the first column of its tables of messages. */
export function quotedMessages(): readonly string[] {
  const tables = readFileSync(page, 'utf8')
    .split(/^\| message \|.*$/m)
    .slice(1);
  return tables.flatMap((table) => {
    const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
    return rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/(`+)(.+?)\1/g)].map(([, , code = '']) => code),
    );
  });
}
