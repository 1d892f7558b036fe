import { join } from 'node:path';

import ts from 'typescript';

import { exportsOfModule, isOurs, type Named } from './public-surface.ts';

/** What a user only passes in, and never reads. */
const passedIn = /Options$|Overrides$|^CustomRequest$/;
/** Members whose types have no name that a user could import. */
const unnamed: readonly string[] = [
  // Handlers of msw, whose own types are not exported.
  'Sandbox.handlers',
  // Of all errors; that of a callback has neither.
  'CallbackError.checkpoint',
  'CallbackError.outcome',
];

/**
 * Returns a program that exports again each value that an entry exports, and each member of each of its types: TypeScript
 * has to write their types in its declarations.
 */
export function againProgram(entry: string): string {
  const declarations = join(import.meta.dirname, `../../dist/${entry}.d.ts`);
  const program = ts.createProgram([declarations], {
    types: [],
    module: ts.ModuleKind.NodeNext,
    strict: true,
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(declarations);
  if (file === undefined) throw new Error(`${declarations} is not found: npm run build makes it`);
  const exports = exportsOfModule(file, checker);
  const source = entry === 'index' ? 'publisher-commerce' : `publisher-commerce/${entry}`;
  const lines = exports.flatMap((one) => [...valueLine(one), ...memberLines(one, checker)]);
  const imported = exports.map(({ path, symbol }) => (isValue(symbol) ? path : `type ${path}`));
  return [`import { ${imported.join(', ')} } from '${source}';`, ...lines].join('\n');
}

function isValue({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Value) !== 0;
}

function valueLine({ path, symbol }: Named): string[] {
  return isValue(symbol) ? [`export const again_${path} = ${path};`] : [];
}

function memberLines({ path, symbol }: Named, checker: ts.TypeChecker): string[] {
  const isMade = symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias);
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  // Strings, unions and functions have no members of ours.
  if (isMade === 0 || passedIn.test(path)) return [];
  const { parameters, applied } = typeParametersOf(symbol);
  return type
    .getProperties()
    .filter((member) => isOurs(member) && /^[a-z]\w*$/i.test(member.name))
    .filter((member) => !unnamed.includes(`${path}.${member.name}`))
    .map(
      ({ name }) => `export const read_${path}_${name} = ${parameters}(it: ${path}${applied}) => it.${name};`,
    );
}

/** `<Page, Row,>` and `<Page, Row>`; without a comma, a parameter in a `.mts` file looks like JSX. */
function typeParametersOf(symbol: ts.Symbol): { readonly parameters: string; readonly applied: string } {
  const declared = symbol.declarations?.flatMap((one) =>
    ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) ? [...(one.typeParameters ?? [])] : [],
  );
  if (!declared?.length) return { parameters: '', applied: '' };
  return {
    parameters: `<${declared.map((one) => one.getText()).join(', ')},>`,
    applied: `<${declared.map(({ name }) => name.text).join(', ')}>`,
  };
}
