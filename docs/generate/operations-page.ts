import { markdownTable } from 'markdown-table';

import { documentedErrors } from '../../src/client/errors/documented-errors.ts';
import { type AnyOperation, type Effect, templateOf } from '../../src/client/api/operation.ts';
import { operations } from '../../src/client/api/operations.ts';
import { tagDocs } from './openapi/docstrings.ts';

const anyLostResponse = 'a failed connection, a timeout, a malformed response, 408, 429, 5xx';

const effects: Record<Effect, { readonly meaning: string; readonly retriedAfter: string }> = {
  read: { meaning: 'nothing changes', retriedAfter: anyLostResponse },
  idempotent: { meaning: 'the same state as after the first', retriedAfter: anyLostResponse },
  repeatable: { meaning: 'a second object, which does no harm', retriedAfter: anyLostResponse },
  create: {
    meaning: 'maybe a second object',
    retriedAfter: 'a request that never reached the service, 429',
  },
};

const intro = `---
title: Operations
---

# Operations

Every operation of the service, by resource, generated from the constants that the client uses. The *effect* of an
operation is what happens if the same request is sent a second time. It decides which failures are retried:

${table(
  ['Effect', 'Sent a second time', 'Retried after'],
  Object.entries(effects).map(([effect, { meaning, retriedAfter }]) => [code(effect), meaning, retriedAfter]),
)}

A retried \`pricePoints.delete\`, or \`pricePoints.update\` that moves the price, can fail because the price point no
longer exists, if the first request succeeded. \`getPage\` sends the operation \`list\` once, \`list\` as often as needed;
\`translations.setAll\` does so with \`set\`. Whatever method sends an operation, it has one name, in errors, hooks and logs.
\`pricePoints.ensure\` sends \`create\` once, and then \`get\` if the price point may exist. *Documented errors* are the messages that the specification shows for the operation
(§7), with their HTTP status if it shows one, and the [\`reason\`](errors.md#what-the-service-reported) of the error.

## From a shell

\`call\` sends any of them with the address and token of \`PUBLISHER_BASE_URL\` and \`PUBLISHER_TOKEN\`, and prints the response
byte for byte. \`call pricePoints.get --help\` has the parameters, fields and errors of one:

\`\`\`sh
npx publisher-commerce call pricePoints.get --price-in-usd-cents 999
npx publisher-commerce call offers.list --page-all | jq .offerId
npx publisher-commerce call content.get --content-id news-1
npx publisher-commerce call personalization.refreshActivePlayers
npx publisher-commerce call checkout.createSession --body session.json --yes
\`\`\`

- Parameters are flags; a body is \`--body FILE\`, \`--body -\`, or \`--field name=value\`, where an object or a list is JSON.
- What changes something asks first, with the address and the environment, unless \`--yes\`. For [prices, translations,
  content and promo codes](live-ops.md), the question names the command that keeps a record.
- \`--page-all\` prints the rows of all pages, each as a line of JSON.
- Exit codes: 0 done; 1 failed, with the code, the reason, the [outcome](errors.md#the-outcome-of-a-write) and the request id;
  2 wrong usage, and nothing was sent. With \`--json\` the error is JSON.
`;

const callback = `## Callbacks

The one request from the service to the publisher, handled by [\`createGameAuthHandler\`](callbacks.md) of
\`publisher-commerce/callbacks\`.

${table(['Handler', 'Request', 'Section'], [['`createGameAuthHandler`', "`POST` to the publisher's URL", '§4.14']])}

Its retries and errors are not shown (§7.5).
`;

/** Returns the content of `docs/operations.md`. */
export function operationsPage(): string {
  const resources = Map.groupBy(operations, ({ name }) => name.split('.')[0] ?? name);
  const sections = [...resources].map(([resource, members]) => resourceSection(resource, members));
  return [intro, ...sections, callback].join('\n');
}

function resourceSection(resource: string, members: readonly AnyOperation[]): string {
  const rows = members.map(({ name, method, path, effect, section }) => [
    code(methodOf(name)),
    code(`${method} ${templateOf(path)}`),
    code(effect),
    `§${section}`,
  ]);
  const documented = members.filter(({ section }) => errorsOf(section).length > 0);
  const silent = members.filter((operation) => !documented.includes(operation));
  return [
    `## ${code(`client.${resource}`)}`,
    '',
    tagDocs[resource] ?? '',
    '',
    table(['Method', 'Request', 'Effect', 'Section'], rows),
    '',
    ...documented.flatMap(({ name, section }) => [
      `Documented errors of ${code(methodOf(name))}:`,
      '',
      ...errorsOf(section).map((error) => `- ${error}`),
      '',
    ]),
    ...(silent.length > 0
      ? [`Errors of ${silent.map(({ name }) => code(methodOf(name))).join(', ')}: not shown (§7.5).`, '']
      : []),
  ].join('\n');
}

function errorsOf(section: string): string[] {
  return documentedErrors
    .filter(({ sections }) => sections.includes(section))
    .map(
      ({ status, isStatusShown, message, reason }) =>
        `${isStatusShown ? `${status} ` : ''}${code(message)}, reason ${code(reason)}`,
    );
}

function methodOf(name: string): string {
  return name.split('.')[1] ?? name;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable(
    [head, ...rows].map((row) => [...row]),
    { alignDelimiters: false, padding: true },
  );
}

function code(text: string): string {
  return `\`${text}\``;
}
