import { relative } from 'node:path';

import { type Reflection, ReflectionKind } from 'typedoc';

import { type ApiGroup, apiGroups } from './navigation.ts';

/** Where a name of the main entry point belongs, by the file that declares it; the first match counts. */
const groupsByFile: readonly (readonly [prefix: string, group: ApiGroup])[] = [
  ['errors/', 'errors'],
  ['options/', 'options'],
  ['validation/', 'options'],
  ['api/operation', 'client'],
  ['api/', 'data'],
  ['resources/custom-request', 'client'],
  ['resources/', 'data'],
  ['', 'client'],
];

/** Returns the group of an exported name, and so the folder of its page. */
export function apiGroupOf(reflection: Reflection): ApiGroup {
  const module = apiGroups.find((group) => 'module' in group && group.module === reflection.parent?.name);
  if (module && module.folder !== 'client') return module.folder;
  if (isResource(reflection)) return 'resources';
  const file = sourceFileOf(reflection);
  return groupsByFile.find(([prefix]) => file.startsWith(prefix))?.[1] ?? 'client';
}

/** A resource is an interface with methods: the other types of `src/resources` are what its methods take or return. */
function isResource(reflection: Reflection): boolean {
  return (
    reflection.kindOf(ReflectionKind.Interface) &&
    sourceFileOf(reflection).startsWith('resources/') &&
    reflection.isDeclaration() &&
    (reflection.children?.some(({ kind }) => kind === ReflectionKind.Method) ?? false)
  );
}

function sourceFileOf(reflection: Reflection): string {
  const file = reflection.project.getSymbolIdFromReflection(reflection)?.fileName ?? '';
  return relative('src', file);
}
