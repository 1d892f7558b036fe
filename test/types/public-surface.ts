import ts from 'typescript';

/** Something public, and the way to it from the entry point that exports it. */
export interface Named {
  readonly path: string;
  readonly symbol: ts.Symbol;
}

/** What the modules that a file imports export, once each. */
export function exportsOf(file: ts.SourceFile, checker: ts.TypeChecker): Named[] {
  const found = new Map<ts.Symbol, Named>();
  for (const { moduleSpecifier } of file.statements.filter(ts.isImportDeclaration)) {
    for (const one of exportsOfModule(moduleSpecifier, checker)) {
      if (!found.has(one.symbol)) found.set(one.symbol, one);
    }
  }
  return [...found.values()];
}

/** What a module exports: a file, or the name in an import. */
export function exportsOfModule(node: ts.Node, checker: ts.TypeChecker): Named[] {
  const module = checker.getSymbolAtLocation(node);
  if (module === undefined) throw new Error(`${node.getText()} is not found`);
  return checker.getExportsOfModule(module).map((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    return { path: exported.name, symbol: isAlias ? checker.getAliasedSymbol(exported) : exported };
  });
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

/** Whether a symbol is declared by this package, and not by zod, msw, Node or the platform. */
export function isOurs(symbol: ts.Symbol | undefined): boolean {
  const files = (symbol?.declarations ?? []).map((declaration) => declaration.getSourceFile().fileName);
  return files.some((file) => file.includes('/dist/') && !file.includes('/node_modules/'));
}

/** Neither private nor named by a symbol. */
function isNameable({ name }: ts.Symbol): boolean {
  return !name.startsWith('#') && !name.startsWith('__');
}
