import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { transactionQuerySchema } from '../../src/client/api/transactions.ts';
import { receiptSchema } from '../../src/ledger/receipt.ts';
import { limitOf } from '../../src/client/http/call-limit.ts';
import { clientOptionsSchema, resolveOptions } from '../../src/client/options/client-options.ts';

const docs = join(import.meta.dirname, '../../docs');

/** The members of interfaces of an entry point, from its API report. */
function membersOf(entry: string, interfaces: readonly string[]): string[] {
  const report = readFileSync(join(docs, `api/${entry}.api.md`), 'utf8');
  return interfaces.flatMap((name) => {
    const [, body = ''] = new RegExp(`^export interface ${name}\\b[^{]*{\n(.*?)^}`, 'ms').exec(report) ?? [];
    return [...body.matchAll(/^ {4}(?:readonly )?(\w+)/gm)].map(([, member = '']) => member);
  });
}

/** The rows of the table that begins with a header, as cells. */
function rowsOf(guide: string, header: string): string[][] {
  const [, table = ''] = readFileSync(join(docs, guide), 'utf8').split(`${header}\n`);
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(1);
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

const optionsHeader = '| option | default | meaning |';
const client = 'publisher-commerce';
const tables = [
  {
    guide: 'pagination.md',
    header: '| option | default | meaning |',
    entry: client,
    interfaces: ['TransactionListQuery'],
    // Its fields are those of the schema, which the report does not list.
    fields: Object.keys(transactionQuerySchema.shape),
  },
  {
    guide: 'callbacks.md',
    header: '| option | default | meaning |',
    entry: `${client}-callbacks`,
    interfaces: ['CallbackOptions', 'GameAuthOptions'],
  },
  {
    guide: 'sandbox-operations.md',
    header: '| flag | in code | |',
    column: 2,
    others: ['listen', 'listen'],
    entry: `${client}-sandbox`,
    interfaces: ['SandboxOptions'],
  },
  {
    guide: 'ledger.md',
    header: '| field | contents |',
    entry: `${client}-ledger`,
    interfaces: [],
    fields: Object.keys(receiptSchema.shape),
  },
];

test.each(tables)(
  'the table of $guide lists every member of $interfaces, and no other',
  ({ guide, header, column = 1, others = [], fields = [], entry, interfaces }) => {
    const members = [...new Set([...membersOf(entry, interfaces), ...fields]), ...others];
    const names = rowsOf(guide, header).flatMap((cells) =>
      [...(cells[column] ?? '').matchAll(/`(\w+)/g)].map(([, name = '']) => name),
    );

    expect(members.length).toBeGreaterThan(5);
    expect(names.toSorted()).toEqual(members.toSorted());
  },
);

test('the guide to options has a row for every option of the client, and no other', () => {
  const names = rowsOf('options.md', optionsHeader).map(([, name = '']) => name.replaceAll('`', ''));

  expect(names.toSorted()).toEqual(Object.keys(clientOptionsSchema.shape).toSorted());
});

test('the guide to options states the defaults that the client has', () => {
  const rows = new Map(rowsOf('options.md', optionsHeader).map(([, name = '', value = '']) => [name, value]));
  const number = (option: string): number => Number(rows.get(`\`${option}\``)?.replaceAll(/\D/g, ''));
  const { timeout, retry, maxResponseBytes, responseValidation } = resolveOptions(
    { baseUrl: 'https://commerce.example.com', token: 'a-token' },
    {},
  );

  expect([number('timeout'), number('totalTimeout')]).toEqual([
    timeout,
    limitOf('read', timeout, undefined, retry).milliseconds,
  ]);
  expect(rows.get('`retry`')).toBe(`\`{ limit: ${retry.limit}, maxRetryAfter: 60_000 }\``);
  expect(retry.maxRetryAfter).toBe(60_000);
  expect(number('maxResponseBytes') * 2 ** 20).toBe(maxResponseBytes);
  expect(rows.get('`responseValidation`')).toBe(`\`'${responseValidation}'\``);
});
