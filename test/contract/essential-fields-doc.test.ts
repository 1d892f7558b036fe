import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { essentialFieldsDocument } from '../../docs/generate-essential-fields.ts';
import { documentedResponses } from '../literals/documented-responses.ts';

const document = readFileSync(new URL('../../docs/essential-fields.md', import.meta.url), 'utf8');

/** The fields of the table of an operation's response. */
function fieldsOf(operation: string): string[] {
  const section = document
    .split('\n## ')
    .find((text) => text.split('\n')[0]?.includes(`client.${operation}\``));
  return [...(section ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, field = '']) => field);
}

test('docs/essential-fields.md is what `node docs/generate-essential-fields.ts` writes', () => {
  expect(document).toBe(essentialFieldsDocument());
});

test.each(documentedResponses)(
  'the essential fields of $operation are listed',
  ({ operation, essential }) => {
    expect(fieldsOf(operation).sort()).toEqual([...essential, ...notInLiteral(operation)].sort());
  },
);

/** A price's `realTimePrice` is documented for a single read, which shares its schema with the other operations. */
function notInLiteral(operation: string): string[] {
  const others = ['pricePoints.create', 'pricePoints.update', 'pricePoints.delete'];
  return others.includes(operation) ? ['priceByCountry[].realTimePrice'] : [];
}

test('a row lists what a field must be, and where it is required', () => {
  expect(document).toContain(
    '\n| `results[].transactionDetails.amount` | an integer within ±(2<sup>53</sup> − 1) | yes |\n',
  );
  expect(document).toContain('\n| `nextCursor` | a string or null | no |\n');
  expect(document).toContain(
    '\n| `results[].timestamp` | a string; another value or format is schema drift | yes |\n',
  );
  expect(document).toContain(
    '\n| `priceByCountry[].price` | a finite number | if `priceByCountry` is present |\n',
  );
  expect(document).toContain('\n| `result.offers[]` | an object | each element |\n');
});

test('a response without an essential field is said to have none', () => {
  expect(document).toContain(
    '\n## `client.personalization.refreshActivePlayers`, `client.personalization.refreshSpecificActivePlayers`\n\n' +
      'The response must be an object; none of its fields is essential.\n',
  );
});
