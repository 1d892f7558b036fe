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

Every operation of the service, by section of the specification (§4), generated from the constants that the client
uses. *Effect* is what sending the same request a second time would do: a \`read\` changes nothing, an \`idempotent\`
write leaves the same state, a \`create\` may create a second object. It decides which failures are retried. A retried
\`pricePoints.delete\`, or \`pricePoints.update\` that moves the price, can fail because the price point no longer
exists, if the first request succeeded. \`transactions.list\`, \`offers.list\` and \`translations.setAll\` send
operations of this table as often as needed. The last column lists the error messages that the specification shows for
the operation (§7), with their HTTP status if it shows one.
`;

const columns = ['Operation', 'Method', 'Path', 'Effect', 'Section', 'Retried after', 'Documented errors'];

const anyLostResponse = 'a failed connection, a timeout, a malformed response, 429, 5xx';

const retriedAfter: Record<Effect, string> = {
  read: anyLostResponse,
  idempotent: anyLostResponse,
  create: 'a request that never reached the service, 429',
};

const notShown = 'not shown (§7.5)';

/** The row of the callback, the one request from the service to the publisher. */
const callbackRow = row([
  '`createGameAuthHandler` of `publisher-commerce/callbacks`',
  'POST',
  "the publisher's URL",
  'called by the service',
  '§4.14',
  'not shown',
  notShown,
]);

/** Returns the content of `docs/operations.md`. */
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
  const messages = shown.map(({ status, isStatusShown, message }) =>
    isStatusShown ? `${status} ${code(message)}` : code(message),
  );
  return messages.length > 0 ? messages.join('<br>') : notShown;
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
