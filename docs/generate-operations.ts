// Writes docs/operations.md: `node docs/generate-operations.ts`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { documentedErrors } from '../src/contract/documented-errors.ts';
import type { Effect } from '../src/contract/operation.ts';
import { operations } from '../src/contract/operations.ts';

const intro = `---
title: Operations
---

# Operations

Every operation of the service, one row each, by section of the specification (§4), generated from the constants
that the client sends by. *Effect* is what sending the same request a second time would do: a \`read\` changes
nothing, an \`upsert\` leaves the same state behind, a \`create\` may make a second thing. It decides after which
failures a request is sent again. A repeated \`pricePoints.delete\`, or \`pricePoints.update\` that moves the price,
can answer that the price point is gone, because the first request worked. \`transactions.list\`, \`offers.list\` and
\`translations.setAll\` send the same operations as often as needed. The last column lists the error messages that
the specification shows for the operation (§7), with their HTTP status where it shows one.
`;

const columns = ['Operation', 'Method', 'Path', 'Effect', 'Section', 'Retried after', 'Documented errors'];

const repeatable = 'no connection, a malformed response, a timeout, 429, 5xx';

const retriedAfter: Record<Effect, string> = {
  read: repeatable,
  idempotent: repeatable,
  create: 'a failure that proves it was not sent, 429',
};

const notShown = 'not shown (§7.5)';

/** The row of the one call that goes the other way. */
const callbackRow = row([
  '`createGameAuthHandler` of `publisher-commerce/callbacks`',
  'POST',
  'an address of the publisher',
  'called by the service',
  '§4.14',
  'not shown',
  notShown,
]);

/** The text of `docs/operations.md`. */
export function operationsDocument(): string {
  const rows = operations.flatMap(({ name, method, path, effect, section }) => {
    const cells = [
      code(`client.${name}`),
      method,
      code(path.replaceAll(/:(\w+)/g, '{$1}')),
      code(effect),
      `§${section}`,
      retriedAfter[effect],
      errorsOf(section),
    ];
    return section === '4.15' ? [callbackRow, row(cells)] : [row(cells)];
  });
  return [intro, row(columns), row(columns.map(() => '---')), ...rows, ''].join('\n');
}

function errorsOf(section: string): string {
  const shown = documentedErrors.filter(({ sections }) => sections.includes(section));
  const texts = shown.map(({ status, isStatusShown, message }) =>
    isStatusShown ? `${status} ${code(message)}` : code(message),
  );
  return texts.length > 0 ? texts.join('<br>') : notShown;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function code(text: string): string {
  return `\`${text}\``;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(import.meta.dirname, 'operations.md'), operationsDocument());
}
