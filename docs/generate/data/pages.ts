// The data dictionary: a page for each shape, an index, and the columns of a ledger.
import { type LedgerColumn, ledgerColumns } from '../../../src/ledger/index.ts';
import type { GeneratedFiles } from '../files.ts';
import { typeDocs } from '../openapi/docstrings.ts';
import { dataNotes } from './notes.ts';
import { allShapes, innerTypes, pagesOf, type Shape, type ShapeKind } from './shapes.ts';
import { isSent, tableOf } from './table.ts';

const shapes = allShapes();
const pages = pagesOf(shapes);

/** Returns the content of the files of `docs/data`, and of `docs/ledger-columns.md`. */
export function dataPages(): GeneratedFiles {
  return new Map([
    ['docs/data/index.md', indexPage()],
    ...shapes.map((shape): [string, string] => [`docs/data/${pages.get(shape.name) ?? ''}`, pageOf(shape)]),
    ['docs/ledger-columns.md', ledgerColumnsPage()],
  ]);
}

const intro = `---
title: Data
---

# Data

Every field of every request and response: type, unit, whether it is essential, an example, and the section of the
specification (§). Generated from the schemas that the client and the sandbox use. Examples are made up.

## Essential fields

With \`responseValidation: 'tolerant'\`, the default, a response is rejected with a \`ResponseValidationError\` only if one
of its essential fields does not match. Every other field, objects and lists included, may be missing, null or of another
type: the response is then delivered as received, and the field is reported once as [schema
drift](../errors.md#schema-drift) (\`onDrift\`). With \`'strict'\`, every documented field is essential. Undocumented
fields are always delivered.

| Essential | the response is rejected if |
|---|---|
| yes | the field is missing or of another type |
| yes, as a string | it is missing or not a string; another value or format is schema drift |
| if present | it is present and of another type |
| if \`x\` is present | \`x\` is present, and the field is missing or of another type |
| each element | an element of the list is not an object |
| | never |

An integer is within ±(2<sup>53</sup> − 1), and a number is finite. *May be null or missing* is what the type of a field
allows, so that TypeScript makes you check it.
`;

const introductions: Record<ShapeKind, string> = {
  Responses: 'What the service returns.',
  Requests: 'What you send: bodies and queries. Unknown fields are rejected before anything is sent.',
  Callbacks:
    'The request from the service when a player logs in, and your response. See [callbacks](../callbacks.md).',
  Errors:
    "Bodies of failed calls. If every field is as documented, the client parses the body into the error's `details`. See\n[errors](../errors.md).",
};

function indexPage(): string {
  const sections = Object.entries(introductions).map(([kind, text]) => {
    const rows = shapes
      .filter((shape) => shape.kind === kind)
      .map(
        ({ name }) =>
          `| [\`${name}\`](${pages.get(name) ?? ''}) | ${typeDocs[name]?.description ?? ''} | ${innerTypes(
            name,
            pages,
          )
            .map((type) => `\`${type}\``)
            .join(', ')} |\n`,
      );
    return `## ${kind}\n\n${text}\n\n| Shape | | Types in it |\n|---|---|---|\n${rows.join('')}`;
  });
  return [intro, ...sections].join('\n');
}

function pageOf(shape: Shape): string {
  const { name } = shape;
  const parts = [
    `---\ntitle: ${name}\npageClass: ${isSent(shape) ? 'fields sent' : 'fields'}\n---\n\n# ${name}\n`,
    `${typeDocs[name]?.description ?? ''} ${usesOf(shape).join(' ')}\n`,
    tableOf(shape, pages),
    ...(dataNotes[name] === undefined ? [] : [dataNotes[name]]),
    'Generated from the schemas. [Data](index.md) explains the columns.\n',
  ];
  return parts.join('\n');
}

const verbs: Record<ShapeKind, string> = {
  Requests: 'Sent by',
  Responses: 'Returned by',
  Errors: 'Received after a failed',
  Callbacks: '',
};

function usesOf({ kind, operations, partOf, schemaName }: Shape): string[] {
  const methods = operations.map(
    (name) => `[\`${name}\`](../api.md#${name.split('.')[0]?.toLowerCase() ?? ''})`,
  );
  const owners = partOf.map((name) => `[\`${name}\`](${pages.get(name) ?? ''})`);
  return [
    ...(methods.length > 0 ? [`${verbs[kind]} ${methods.join(', ')}.`] : []),
    ...(owners.length > 0 ? [`Part of ${owners.join(', ')}.`] : []),
    ...(schemaName === undefined ? [] : [`Schema: \`${schemaName}\` of \`publisher-commerce/schemas\`.`]),
  ];
}

const columnsIntro = `---
title: Ledger columns
---

# Ledger columns

The columns of an exported table, and the fields of the rows that \`flatten\` returns, in order. The path is
that of the field in a [transaction](data/transaction.md) (§2.1). Each amount is followed by a column with the suffix
\`_minor\`: the same as an integer in the smallest unit of its currency, never null.
`;

const columnHeads = ['Column', 'Type', 'Description', 'Path in a transaction'];

function ledgerColumnsPage(): string {
  const rows = ledgerColumns.filter(({ name }) => !name.endsWith('_minor')).map(cellsOf);
  return [columnsIntro, ...[columnHeads, columnHeads.map(() => '---'), ...rows].map(row), ''].join('\n');
}

function cellsOf({ name, type, unit, nullable, doc, path }: LedgerColumn): readonly string[] {
  const described = [type, unit, nullable && 'nullable'].filter(Boolean).join(', ');
  return [`\`${name}\``, described, doc, `\`${path}\``];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
