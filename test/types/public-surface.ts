import ts from 'typescript';

/** Something public, and the way to it from the entry point that exports it. */
export interface Named {
  readonly path: string;
  readonly symbol: ts.Symbol;
}

/** A type, and the shortest path to it. */
export interface Visit {
  readonly path: string;
  readonly type: ts.Type;
}

/** What the modules that a file imports export, once each. */
export function exportsOf(file: ts.SourceFile, checker: ts.TypeChecker): Named[] {
  const found = new Map<ts.Symbol, Named>();
  for (const { moduleSpecifier } of file.statements.filter(ts.isImportDeclaration)) {
    const module = checker.getSymbolAtLocation(moduleSpecifier);
    if (module === undefined) throw new Error(`${moduleSpecifier.getText()} is not found`);
    for (const exported of checker.getExportsOfModule(module)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      if (!found.has(symbol)) found.set(symbol, { path: exported.name, symbol });
    }
  }
  return [...found.values()];
}

/** The methods, properties and accessors that exported classes and interfaces declare in this package. */
export function membersOf(exports: readonly Named[]): Named[] {
  const named = ts.SymbolFlags.Method | ts.SymbolFlags.Property | ts.SymbolFlags.Accessor;
  return exports.flatMap(({ path, symbol }) =>
    [...(symbol.members?.values() ?? [])]
      .filter((member) => (member.flags & named) !== 0 && isOurs(member) && isNameable(member))
      .map((member) => ({ path: `${path}.${member.name}`, symbol: member })),
  );
}

/** The fields of exported types and of what exported schemas return, inherited ones included. */
export function fieldsOf(exports: readonly Named[], checker: ts.TypeChecker): Named[] {
  return exports.flatMap(({ path, symbol }) =>
    shapesOf(symbol, checker)
      .flatMap((type) => checker.getPropertiesOfType(type))
      .filter((field) => isOurs(field) && isNameable(field))
      .map((field) => ({ path: `${path}.${field.name}`, symbol: field })),
  );
}

function shapesOf(symbol: ts.Symbol, checker: ts.TypeChecker): readonly ts.Type[] {
  const type =
    symbol.flags & ts.SymbolFlags.Type
      ? checker.getDeclaredTypeOfSymbol(symbol)
      : schemaOutput(checker.getTypeOfSymbol(symbol), checker);
  return type?.isUnion() ? type.types : type ? [type] : [];
}

/** What a zod schema returns; `undefined` for other values. */
function schemaOutput(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  const internals = type.getProperty('_zod');
  const output = internals && checker.getTypeOfSymbol(internals).getProperty('output');
  return output && checker.getTypeOfSymbol(output);
}

/** Whether the values of a field, or its elements, are objects of a type without a name. */
export function isAnonymousObject({ symbol }: Named, checker: ts.TypeChecker): boolean {
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  return (type.isUnion() ? type.types : [type])
    .map((part) => (checker.isArrayType(part) ? (argumentsOf(part, checker)[0] ?? part) : part))
    .some(
      (part) =>
        part.getSymbol()?.name === '__type' &&
        part.aliasSymbol === undefined &&
        part.getCallSignatures().length === 0 &&
        part.getProperties().length > 0,
    );
}

/** Every type on the way down from the exports, once each; `any` each time. What others declare is not entered. */
export function typesOf(exports: readonly Named[], checker: ts.TypeChecker): Visit[] {
  const visits = exports.flatMap(({ path, symbol }) => [
    ...(symbol.flags & ts.SymbolFlags.Type ? [{ path, type: checker.getDeclaredTypeOfSymbol(symbol) }] : []),
    ...(symbol.flags & ts.SymbolFlags.Value ? [{ path, type: checker.getTypeOfSymbol(symbol) }] : []),
  ]);
  const seen = new Set<ts.Type>();
  const met: Visit[] = [];
  // The list grows while it is traversed: breadth first, so that the first path to a type is the shortest.
  for (const visit of visits) {
    if (isAny(visit.type) || !seen.has(visit.type)) met.push(visit);
    if (seen.has(visit.type)) continue;
    seen.add(visit.type);
    visits.push(...partsOf(visit, checker));
    if (visits.length > 100_000) throw new Error(`the types have no end: ${visit.path}`);
  }
  return met;
}

export function isAny(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Any) !== 0;
}

function partsOf({ path, type }: Visit, checker: ts.TypeChecker): Visit[] {
  if (type.isUnionOrIntersection()) return type.types.map((part) => ({ path, type: part }));
  const constraint = type.isTypeParameter() ? type.getConstraint() : undefined;
  const parts: Visit[] = [
    ...(type.aliasTypeArguments ?? []).map((part) => ({ path: `${path}<>`, type: part })),
    ...argumentsOf(type, checker).map((part) => ({ path: `${path}<>`, type: part })),
    ...(constraint === undefined ? [] : [{ path: `${path} extends`, type: constraint }]),
  ];
  for (const property of checker.getPropertiesOfType(type)) {
    if (!isOurs(property) || !isNameable(property)) continue;
    parts.push({ path: `${path}.${property.name}`, type: checker.getTypeOfSymbol(property) });
  }
  // Indexes and calls have no symbol of their own: theirs is the type's.
  if (!isOurs(type.getSymbol())) return parts;
  for (const info of checker.getIndexInfosOfType(type)) {
    parts.push({ path: `${path}[${checker.typeToString(info.keyType)}]`, type: info.type });
  }
  for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
    parts.push({ path: `${path}()`, type: signature.getReturnType() });
    for (const parameter of signature.getParameters()) {
      parts.push({ path: `${path}(${parameter.name})`, type: checker.getTypeOfSymbol(parameter) });
    }
  }
  return parts;
}

/** The arguments of a reference such as `Promise<PricePoint>`, without an `any` that the parameter has by default. */
function argumentsOf(type: ts.Type, checker: ts.TypeChecker): ts.Type[] {
  if (!isReference(type)) return [];
  const parameters = type.target.typeParameters ?? [];
  return checker.getTypeArguments(type).filter((argument, index) => {
    const byDefault = parameters[index]?.getDefault();
    return !(isAny(argument) && byDefault !== undefined && isAny(byDefault));
  });
}

function isReference(type: ts.Type): type is ts.TypeReference {
  if ((type.flags & ts.TypeFlags.Object) === 0) return false;
  // What has the flag is an `ObjectType`; TypeScript's own declarations do not tell by a guard.
  return ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
}

/** Whether a symbol is declared by this package, and not by zod, msw, Node or the platform. */
function isOurs(symbol: ts.Symbol | undefined): boolean {
  const files = (symbol?.declarations ?? []).map((declaration) => declaration.getSourceFile().fileName);
  return files.some((file) => file.includes('/dist/') && !file.includes('/node_modules/'));
}

/** Neither private nor named by a symbol. */
function isNameable({ name }: ts.Symbol): boolean {
  return !name.startsWith('#') && !name.startsWith('__');
}
