import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const reports = globSync('docs/api/*.api.md').map((path) => readFileSync(path, 'utf8'));
const main = readFileSync('docs/api/publisher-commerce.api.md', 'utf8');

/** The lines between the braces of an interface or type. */
function fieldsOf(declaration: string): string[] {
  const start = main.indexOf(`${declaration} {\n`);
  return start === -1 ? [] : (main.slice(start).split('\n}')[0] ?? '').split('\n').slice(1);
}

test('the report of public types shows the fields of a response and of an input', () => {
  expect(fieldsOf('export interface TransactionDetails')).toContain('    amountUsd: number;');
  expect(fieldsOf('export interface Transaction')).toContain(
    '    customerDetails?: CustomerDetails | null | undefined;',
  );
  expect(fieldsOf('export interface CheckoutSessionCreate')).toContain(
    '    redirectUrl?: string | undefined;',
  );
});

test('the report of public types shows what public types name, also if it has no export', () => {
  expect(fieldsOf('interface TransactionReport')).toContain('    totalCount?: number | null | undefined;');
  expect(fieldsOf('type CheckpointBorder =')).toContain('    readonly lastRow?: string;');
});

test('no public interface is reported without its fields', () => {
  // One that extends another has the fields of that one.
  const withoutFields = /^.*interface \w+ (?:extends (?:Readonly<)?z\..*)?\{\n\}/gm;
  const empty = reports.flatMap((report) => [...report.matchAll(withoutFields)].map(String));

  expect(reports).toHaveLength(6);
  expect(empty).toEqual([]);
});
