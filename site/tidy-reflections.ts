import { type Comment, type ProjectReflection, ReferenceType, ReflectionKind, type Type } from 'typedoc';

/** Removes what the compiler knows and no reader needs, before the pages of the API are written. */
export function tidyReflections(project: ProjectReflection): void {
  for (const reflection of Object.values(project.reflections)) {
    if (reflection.comment) mergeThrows(reflection.comment);
    if (reflection.isSignature() || reflection.isDeclaration()) {
      // The page of a type names what it extends once, at its top.
      delete reflection.inheritedFrom;
      delete reflection.overwrites;
      delete reflection.implementationOf;
    }
    if (!reflection.isDeclaration()) continue;
    // `interface Transaction extends z.output<typeof transactionSchema>` only gives the type of a schema a name.
    const hierarchy = reflection.typeHierarchy;
    if (hierarchy && !hierarchy.isTarget) {
      hierarchy.types = hierarchy.types.filter((type) => !isOfZod(type));
      if (hierarchy.types.length === 0 && hierarchy.next) reflection.typeHierarchy = hierarchy.next;
    }
    // `undefined` for most, next to the type that says so.
    if (reflection.parent?.kindOf(ReflectionKind.Class)) delete reflection.defaultValue;
    // The type of a schema repeats each of its fields in zod's words; the page of its interface lists them.
    if (reflection.kindOf(ReflectionKind.Variable) && isOfZod(reflection.type)) {
      delete reflection.type.typeArguments;
    }
  }
}

function isOfZod(type: Type | undefined): type is ReferenceType {
  return type instanceof ReferenceType && type.package === 'zod';
}

/** One list instead of a heading for each error. */
function mergeThrows(comment: Comment): void {
  const [first, ...others] = comment.getTags('@throws');
  if (!first || others.length === 0) return;
  first.content = [first, ...others].flatMap(({ content }) => [
    { kind: 'text' as const, text: '\n- ' },
    ...content,
  ]);
  comment.blockTags = comment.blockTags.filter((tag) => !others.includes(tag));
}
