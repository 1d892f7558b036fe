import {
  type DeclarationReflection,
  type ProjectReflection,
  ReferenceType,
  type Reflection,
  ReflectionKind,
} from 'typedoc';

import { firstSentenceOf } from './first-sentence.ts';
import { apiGroups } from './navigation.ts';

/** Returns the path of the page of an exported name, from the folder of the API. */
export type PathOf = (reflection: Reflection) => string;

/** Returns the first page of the API: every method, by sub-client, and what the other entry points export. */
export function apiLanding(project: ProjectReflection, pathOf: PathOf): string {
  const modules = project.children ?? [];
  const main = memberOf(modules, 'publisher-commerce');
  const client = memberOf(childrenOf(main), 'PublisherClient');
  const subClients = childrenOf(client).flatMap((property) => subClientSection(property, pathOf));
  const own = childrenOf(client).filter(({ name }) => ['request', 'withOptions'].includes(name));
  const paginator = memberOf(childrenOf(main), 'Paginator');
  return [
    intro,
    ...subClients,
    section(
      'Every client',
      `[\`PublisherClient\`](${pathOf(client)}) also has:`,
      own.map((one) => item(`client.${one.name}`, pathOf(client), one)),
    ),
    section(
      'Paginators',
      '`client.transactions.list` and `client.offers.list` return a paginator: use `for await`, or one of these.',
      methodItems(paginator, '', pathOf),
    ),
    section(
      'Functions',
      'Money, ranges and errors, from `publisher-commerce`.',
      callableItems(main, pathOf, ReflectionKind.Function),
    ),
    ...modules.filter((one) => one !== main).map((one) => moduleSection(one, pathOf)),
  ].join('\n');
}

const intro = `# API

Every method of a client, and what the other entry points export. Each method takes
[\`CallOptions\`](options/CallOptions.md) last. Also: [errors](errors/index.md), [options](options/index.md),
[types of requests and responses](data/index.md).
`;

/** A property of the client whose type has methods. */
function subClientSection(property: DeclarationReflection, pathOf: PathOf): string[] {
  const target = property.type instanceof ReferenceType ? property.type.reflection : undefined;
  if (!target?.isDeclaration()) return [];
  const items = methodItems(target, `client.${property.name}`, pathOf);
  return items.length === 0 ? [] : [section(`client.${property.name}`, summaryOf(property), items)];
}

function methodItems(owner: DeclarationReflection, prefix: string, pathOf: PathOf): string[] {
  return childrenOf(owner)
    .filter((member) => member.kindOf(ReflectionKind.Method) && /^\w+$/.test(member.name))
    .map((member) =>
      item(`${prefix}.${member.name}`, `${pathOf(owner)}#${member.name.toLowerCase()}`, member),
    );
}

/** An entry point: its functions and classes, or only what it is for if it has none. */
function moduleSection(module: DeclarationReflection, pathOf: PathOf): string {
  const folder = apiGroups.find((group) => 'module' in group && group.module === module.name)?.folder ?? '';
  const items = callableItems(module, pathOf, ReflectionKind.Function | ReflectionKind.Class);
  return section(module.name, `${summaryOf(module)} [All names](${folder}/index.md).`, items);
}

function callableItems(module: DeclarationReflection, pathOf: PathOf, kinds: ReflectionKind): string[] {
  return childrenOf(module)
    .filter((member) => member.kindOf(kinds))
    .map((member) => item(member.name, pathOf(member), member));
}

function section(title: string, text: string, items: readonly string[]): string {
  return `## ${title}\n\n${text}\n\n${items.join('')}`;
}

function item(name: string, link: string, reflection: DeclarationReflection): string {
  return `- [\`${name}\`](${link})\\\n  ${summaryOf(reflection)}\n`;
}

function summaryOf(reflection: DeclarationReflection): string {
  const { comment } = reflection.comment ? reflection : (reflection.signatures?.[0] ?? reflection);
  const parts =
    comment?.summary.map(({ kind, text }) => (kind === 'inline-tag' ? `\`${text}\`` : text)) ?? [];
  return firstSentenceOf(parts.join('').split('\n\n')[0] ?? '');
}

function childrenOf(reflection: DeclarationReflection): readonly DeclarationReflection[] {
  return reflection.children ?? [];
}

function memberOf(members: readonly DeclarationReflection[], name: string): DeclarationReflection {
  const found = members.find((member) => member.name === name);
  if (!found) throw new Error(`The API has no ${name}.`);
  return found;
}
