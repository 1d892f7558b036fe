// The list of all methods and functions. It reads the interfaces of the sub-clients and the exports of the entry points
// as they are written, so that signatures and first sentences are those of the source.
import { dirname, join } from 'node:path';

import ts from 'typescript';

import { operations } from '../../src/client/api/operations.ts';
import { templateOf } from '../../src/client/api/operation.ts';
import { allShapes, innerTypes, pagesOf } from './data/shapes.ts';
import { docOf, interfaceIn, item, membersOf, parse, signatureOf } from './declarations.ts';

const root = join(import.meta.dirname, '../..');
const pages = pagesOf(allShapes());

const intro = `---
title: API
---

# API

Every method of the client, of its paginators and of the sandbox, and every function of the other entry points, on one
page. Types link to their fields. Every method takes [\`CallOptions\`](#calloptions) last; [options](options.md) explains
them. [Operations](operations.md) lists what is retried, and the documented errors. Numbers such as §4.1 are sections of
the service's document, the Publisher Commerce API Specification.

\`\`\`ts
import { PublisherClient } from 'publisher-commerce';

const client = new PublisherClient(); // or new PublisherClient({ baseUrl, token })
console.log(await client.pricePoints.list());
\`\`\`
`;

const repeatedly = 'as often as needed';

/** The operation of each method that does not have its name, and how it is sent. */
const sentBy: Readonly<Record<string, readonly [operation: string, how: string]>> = {
  'transactions.list': ['transactions.list', repeatedly],
  'transactions.getPage': ['transactions.list', 'once'],
  'offers.list': ['offers.list', repeatedly],
  'offers.getPage': ['offers.list', 'once'],
  'translations.setAll': ['translations.set', repeatedly],
  'pricePoints.patch': ['pricePoints.update', 'between two `pricePoints.get`'],
  'pricePoints.ensure': ['pricePoints.create', 'and `pricePoints.get` if the price point may exist'],
};

const sandboxModule = 'publisher-commerce/sandbox';

/** What is worth reading before the functions of an entry point. */
const guides: Readonly<Record<string, string>> = {
  'publisher-commerce/callbacks': '[Callbacks](callbacks.md) is the guide.',
  [sandboxModule]: '[Test with the sandbox](testing.md) is the guide.',
  'publisher-commerce/ledger':
    '[Ledger](ledger.md) is the guide, and [ledger columns](ledger-columns.md) the columns.',
  'publisher-commerce/postgres': '[PostgreSQL](postgres.md) is the guide.',
};

const paginator = interfaceIn('src/client/pagination/paginator.ts', 'Paginator');
const paginatorIntro = `\`transactions.list\` and \`offers.list\` return a paginator, and \`for await\` iterates over its rows. [Pagination and
resuming](pagination.md) is the guide.`;

/** The types whose fields are on this page: those that are neither a request nor a response. */
const ownTypes: Readonly<Record<string, string>> = {
  TransactionListQuery: 'src/client/resources/transaction-list.ts',
  TransactionPage: 'src/client/pagination/transaction-page.ts',
  OfferPage: 'src/client/resources/offers.ts',
  Checkpoint: 'src/client/errors/checkpoint.ts',
  CallOptions: 'src/client/options/call-options.ts',
};

/** Returns the content of `docs/api.md`. */
export function apiPage(): string {
  const client = parse('src/client/client.ts');
  const members = client.statements.filter(ts.isClassDeclaration).flatMap(({ members: all }) => [...all]);
  const properties = members.filter(ts.isPropertyDeclaration);
  const resources = properties.flatMap((property) => resourceSection(client, property));
  const signatures = (name: string): string => {
    const property = properties.find((one) => one.name.getText() === name);
    const type = property?.type;
    if (!type) throw new Error(`client.ts has no ${name}`);
    if (ts.isFunctionTypeNode(type)) return item(`client.${name}${signatureOf(type)}`, docOf(property));
    const overloads = ts.isTypeLiteralNode(type) ? type.members.filter(ts.isCallSignatureDeclaration) : [];
    const items = overloads.map((overload) =>
      item(`client.${name}${signatureOf(overload)}`, docOf(overload)),
    );
    return `${docOf(property)}\n\n${items.join('')}`;
  };
  const others = [
    `## Other options for a job\n\n${signatures('withOptions')}`,
    `## Any other request\n\n${signatures('request')}`,
    `## Paginators\n\n${paginatorIntro}\n\n${membersOf(paginator, 'paginator.').join('')}`,
    `## Types\n\n${Object.entries(ownTypes).map(typeSection).join('\n')}`,
    `## Money\n\n${functionsOf('src/client/money/index.ts').join('')}`,
    ...entryPoints().map(
      ([name, file]) =>
        `## ${name}\n\n${guides[name] ?? ''}\n\n${functionsOf(file).join('')}${name === sandboxModule ? sandboxSection() : ''}`,
    ),
    '## publisher-commerce/schemas\n\nThe zod schemas of all requests and responses. Each page of [data](data/index.md) names that of its shape.\n',
  ];
  return [intro, ...resources, ...others].join('\n');
}

/** A sub-client: its types, and a line for each method. */
function resourceSection(client: ts.SourceFile, property: ts.PropertyDeclaration): string[] {
  const name = property.name.getText();
  const type = property.type?.getText() ?? '';
  const file = importedFrom(client, type);
  if (file === undefined) return [];
  const methods = interfaceIn(file, type).members.filter(ts.isMethodSignature);
  const items = methods.map((method) => {
    const path = `${name}.${method.name.getText()}`;
    const [sent, how] = sentBy[path] ?? [path];
    const operation = operations.find((one) => one.name === sent);
    if (!operation) throw new Error(`${path} has no operation: add it to sentBy`);
    const request = `\`${operation.method} ${templateOf(operation.path)}\``;
    const description = how === undefined ? request : `${request}, ${how}`;
    return item(`client.${path}${signatureOf(method)}`, `${description}. ${docOf(method)}`);
  });
  // The options of a call are in the introduction.
  const used = Object.keys(ownTypes).filter(
    (own) => own !== 'CallOptions' && items.some((one) => one.includes(own)),
  );
  const types = [...exportedTypes(parse(file)), ...used].map(linkToType);
  return [`## ${name}\n\n${docOf(property)}\n\nTypes: ${types.join(', ')}\n\n${items.join('')}`];
}

/** A type: its fields, and whose fields it has besides. */
function typeSection([name, file]: [string, string]): string {
  const { declaration, members } = interfaceIn(file, name);
  const clauses = ts.isInterfaceDeclaration(declaration) ? declaration.heritageClauses : undefined;
  const inherited = (clauses ?? []).flatMap(({ types }) =>
    // `Omit<TransactionQuery, 'cursor'>` replaces fields of the first type.
    types.map(({ expression, typeArguments }) => linkToType((typeArguments?.[0] ?? expression).getText())),
  );
  const others = inherited.length === 0 ? '' : ` It also has the fields of ${inherited.join(' and ')}.`;
  return `### ${name}\n\n${docOf(declaration)}${others}\n\n${membersOf({ members }).join('')}`;
}

/** What `createSandbox` returns, and what belongs to it. */
function sandboxSection(): string {
  const parts = [
    ['src/sandbox/create-sandbox.ts', 'Sandbox', 'sandbox.'],
    ['src/sandbox/purchases/purchases.ts', 'Purchases', 'sandbox.purchases.'],
    ['src/sandbox/server/listen.ts', 'SandboxServer', 'server.'],
  ] as const;
  return parts
    .map(([file, name, prefix]) => {
      const { declaration, members } = interfaceIn(file, name);
      return `\n### ${name}\n\n${docOf(declaration)}\n\n${membersOf({ members }, prefix).join('')}`;
    })
    .join('');
}

/** The types of the API that a module of a resource exports. */
function exportedTypes({ statements }: ts.SourceFile): string[] {
  return statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) =>
      exportClause && ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.text)
        : [],
    );
}

function linkToType(name: string): string {
  if (name in ownTypes) return `[\`${name}\`](#${name.toLowerCase()})`;
  const shape = pages.has(name)
    ? name
    : [...pages.keys()].find((one) => innerTypes(one, pages).includes(name));
  return shape === undefined ? `\`${name}\`` : `[\`${name}\`](data/${pages.get(shape) ?? ''})`;
}

/** The entry points that have functions, besides the main one. */
function entryPoints(): [name: string, file: string][] {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { compilerOptions } = config.config as {
    compilerOptions: { paths: Readonly<Record<string, readonly string[]>> };
  }; // our own file
  return Object.entries(compilerOptions.paths).flatMap(([name, [file]]): [string, string][] =>
    name in guides && file !== undefined ? [[name, file]] : [],
  );
}

/** A line for each function that a module exports, from wherever it is declared. */
function functionsOf(file: string): string[] {
  const source = parse(file);
  return source.statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ isTypeOnly, exportClause, moduleSpecifier }) => {
      if (isTypeOnly || !exportClause || !ts.isNamedExports(exportClause) || !moduleSpecifier) return [];
      const from = join(dirname(file), (moduleSpecifier as ts.StringLiteral).text); // the grammar allows nothing else
      const names = exportClause.elements
        .filter((element) => !element.isTypeOnly)
        .map(({ name }) => name.text);
      const declared = parse(from).statements.filter(ts.isFunctionDeclaration);
      return names.flatMap((name) => {
        // The first one of an overloaded function is the most general.
        const found = declared.find((declaration) => declaration.name?.text === name);
        return found ? [item(`${name}${signatureOf(found)}`, docOf(found))] : [];
      });
    });
}

function importedFrom(source: ts.SourceFile, name: string): string | undefined {
  const found = source.statements.filter(ts.isImportDeclaration).find(({ importClause, moduleSpecifier }) => {
    const bindings = importClause?.namedBindings;
    const isNamed =
      bindings && ts.isNamedImports(bindings) && bindings.elements.some((one) => one.name.text === name);
    return isNamed && moduleSpecifier.getText().includes('./resources/');
  });
  return found && join('src/client', (found.moduleSpecifier as ts.StringLiteral).text); // the grammar allows nothing else
}
