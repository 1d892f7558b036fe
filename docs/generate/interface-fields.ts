// The fields of interfaces that are derived from a schema, such as `interface Transaction extends z.output<…> {}`.
import { join } from 'node:path';

import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const { InTypeAlias, NoTruncation, MultilineObjectLiterals } = ts.NodeBuilderFlags;
const printer = ts.createPrinter({ removeComments: true });

/** Returns the fields of each interface of some declarations that extends the type of a schema, by its name. */
export function interfaceFields(entries: readonly string[]): ReadonlyMap<string, string> {
  const config = { extends: './tsconfig.json', include: [], files: entries };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(entries, options);
  const checker = program.getTypeChecker();
  const found = program
    .getSourceFiles()
    .filter((file) => !program.isSourceFileFromExternalLibrary(file))
    .flatMap(({ statements }) => statements.filter(ts.isInterfaceDeclaration))
    .flatMap((declaration) => derivedFrom(declaration).map((base) => [declaration, base] as const));
  return new Map(
    found.map(([declaration, base]) => [declaration.name.text, fieldsOf(checker, declaration, base)]),
  );
}

/** What an interface extends that is the type of a schema; `MayBeMissing<S>` is a schema itself. */
function derivedFrom({ heritageClauses, typeParameters }: ts.InterfaceDeclaration) {
  const bases = typeParameters ? [] : (heritageClauses?.flatMap(({ types }) => types) ?? []);
  return bases.filter((type) => /\bz\.(output|input)</.test(type.getText()));
}

/** The lines between the braces of an object type. */
function fieldsOf(checker: ts.TypeChecker, place: ts.InterfaceDeclaration, base: ts.TypeNode): string {
  const flags = InTypeAlias | NoTruncation | MultilineObjectLiterals;
  // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- flags that are combined are a number
  const fields = checker.typeToTypeNode(checker.getTypeAtLocation(base), place, flags);
  if (!fields || !ts.isTypeLiteralNode(fields)) throw new Error(`${place.name.text} has no fields`);
  const text = printer.printNode(ts.EmitHint.Unspecified, fields, place.getSourceFile());
  return text.slice(text.indexOf('\n') + 1, text.lastIndexOf('}'));
}
