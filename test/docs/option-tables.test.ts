import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const docs = join(import.meta.dirname, '../../docs');

/** The members of interfaces of an entry point, from its API report. */
function membersOf(entry: string, interfaces: readonly string[]): string[] {
  const report = readFileSync(join(docs, `api/${entry}.api.md`), 'utf8');
  return interfaces.flatMap((name) => {
    const [, body = ''] = new RegExp(`^export interface ${name}\\b[^{]*{\n(.*?)^}`, 'ms').exec(report) ?? [];
    return [...body.matchAll(/^ {4}readonly (\w+)/gm)].map(([, member = '']) => member);
  });
}

/** The names in a column of the table that begins with a header. */
function namesIn(guide: string, header: string, column: number): string[] {
  const [, table = ''] = readFileSync(join(docs, guide), 'utf8').split(`${header}\n`);
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(1);
  return rows.flatMap((row) =>
    [...(row.split('|')[column] ?? '').matchAll(/`(\w+)/g)].map(([, name = '']) => name),
  );
}

const tables = [
  {
    guide: 'pagination.md',
    header: '| option | default | meaning |',
    entry: 'publisher-commerce',
    interfaces: ['TransactionQuery', 'TransactionListQuery'],
  },
  {
    guide: 'callbacks.md',
    header: '| option | default | meaning |',
    entry: 'publisher-commerce-callbacks',
    interfaces: ['CallbackOptions', 'GameAuthOptions'],
  },
  {
    guide: 'sandbox-operations.md',
    header: '| flag | in code | default | |',
    column: 2,
    others: ['listen', 'listen'],
    entry: 'publisher-commerce-sandbox',
    interfaces: ['SandboxOptions'],
  },
  {
    guide: 'ledger.md',
    header: '| field | contents |',
    entry: 'publisher-commerce-ledger',
    interfaces: ['Receipt'],
  },
];

test.each(tables)(
  'the table of $guide lists every member of $interfaces, and no other',
  ({ guide, header, column = 1, others = [], entry, interfaces }) => {
    const members = [...new Set(membersOf(entry, interfaces)), ...others];

    expect(members.length).toBeGreaterThan(5);
    expect(namesIn(guide, header, column).toSorted()).toEqual(members.toSorted());
  },
);
