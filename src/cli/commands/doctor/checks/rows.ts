import { getTransactions } from '../../../../client/api/transactions.ts';
import { validate } from '../../../../client/validation/validate.ts';
import { counted, grouped } from '../../../terminal/format.ts';
import { type Check, check, note, ok, problem } from '../check.ts';
import { codeOf, listShort, valueAt } from '../received.ts';
import { sample } from './sample.ts';

/** Its material is the rows with valid amounts, for what is computed with them. */
export const invalidRows = check(
  { name: 'invalid-rows', spec: '§2.1', needs: { transactions: sample } },
  ({ transactions: { value, rows } }) => {
    const result = validate(getTransactions.output, value, 'tolerant', { setAsideRows: true });
    const textOf = ({ path, message }: { path: string; message: string }): string => `${path} ${message}`;
    if (!result.ok) return problem(`the page is rejected: ${listShort(result.issues.map(textOf))}`, 'page');
    const invalid = result.invalidRows ?? [];
    const indexes = new Set(invalid.map(({ index }) => index));
    const valid = rows.flatMap(({ raw }, index) => (indexes.has(index) ? [] : [raw]));
    const all = grouped(rows.length);
    if (invalid.length === 0) return ok(`none of ${all}`, 0, { material: valid });
    const issues = new Set(invalid.flatMap((row) => row.issues.map(textOf)));
    return problem(
      `${counted(invalid.length, 'row')} of ${all} would be set aside: ${listShort([...issues])}`,
      invalid.length,
      {
        settings: {
          list: { onInvalidRow: '({ index, issues }) => console.error(index, issues)' },
          advice: 'export: --quarantine FILE, so that an invalid row does not stop it.',
        },
        // Without any valid row, nothing can be computed.
        material: valid.length > 0 ? valid : undefined,
      },
    );
  },
);

const signs = check({ name: 'signs', spec: '§2.1', needs: { rows: invalidRows } }, ({ rows }) => {
  const found = [...Map.groupBy(rows, (row) => codeOf(valueAt(row, 'transactionDetails.type')))].map(
    ([type, ofType]) => {
      const amounts = ofType.map((row) => Math.sign(Number(valueAt(row, 'transactionDetails.amount'))));
      const kinds = ['negative', 'zero', 'positive'].filter((_, index) => amounts.includes(index - 1));
      return [type, kinds.join(' or ')] as const;
    },
  );
  const isExpected = found.every(([type, kinds]) => (expectedSigns.get(type) ?? kinds) === kinds);
  const text = found.map((parts) => parts.join(': ')).join(', ');
  return (isExpected ? ok : note)(text, Object.fromEntries(found));
});

/** That of refunds is documented; that of disputes is what figures expect, because the money moves in the same way. */
const expectedSigns: ReadonlyMap<string, string> = new Map([
  ['paid', 'positive'],
  ['refund', 'negative'],
  ['dispute_funds_withdrawn', 'negative'],
  ['dispute_funds_reinstated', 'positive'],
]);

export const rowChecks: readonly Check[] = [invalidRows, signs];
