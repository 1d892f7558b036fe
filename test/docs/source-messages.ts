import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

/** A string of the sources, as its constant parts: `port ${port} is in use` has two. */
type Message = readonly string[];

/** An error that the sources create. */
export interface CreatedError {
  readonly file: string;
  readonly name: string;
  /** The strings that its arguments are made of. */
  readonly messages: readonly Message[];
}

const src = join(import.meta.dirname, '../../src');

/** The files of `src`, parsed. */
export function parseSources(): readonly ts.SourceFile[] {
  return globSync('**/*.ts', { cwd: src }).map((path) =>
    ts.createSourceFile(path, readFileSync(join(src, path), 'utf8'), ts.ScriptTarget.Latest, true),
  );
}

/** Returns every string below a node, without comments. Strings joined by `+` are one. */
function messagesBelow(node: ts.Node): readonly Message[] {
  return nodesBelow(node).flatMap((one) => {
    const parts = partsOf(one);
    return parts ? [parts] : [];
  });
}

/** Returns the errors that a file creates, with the constants that their arguments name. */
export function createdErrors(file: ts.SourceFile): readonly CreatedError[] {
  return nodesBelow(file)
    .filter(ts.isNewExpression)
    .filter(({ expression }) => ts.isIdentifier(expression))
    .map((created) => ({
      file: file.fileName,
      name: created.expression.getText(),
      messages: (created.arguments ?? []).flatMap(messagesOf),
    }));
}

/** Returns what a file of `doctor` says of problems, each as the strings that its text is made of. */
export function problemsIn(file: ts.SourceFile): readonly (readonly Message[])[] {
  return nodesBelow(file)
    .filter(ts.isObjectLiteralExpression)
    .filter(({ properties }) =>
      properties.some((one) => one.name?.getText() === 'status' && one.getText().includes("'problem'")),
    )
    .flatMap(({ properties }) =>
      properties
        .filter((one) => one.name?.getText() === 'text')
        .map((one) => messagesOf(ts.isPropertyAssignment(one) ? one.initializer : one)),
    );
}

/** The strings of an expression, and of the constants that it names. */
function messagesOf(expression: ts.Node): readonly Message[] {
  const constants = nodesBelow(expression)
    .filter(ts.isIdentifier)
    .flatMap((name) => constantOf(name) ?? []);
  return [expression, ...constants].flatMap((one) => [...messagesBelow(one)]);
}

/** The value of the constant that a name means: that of the nearest block which declares it. */
function constantOf({ text, parent }: ts.Identifier): ts.Expression | undefined {
  for (let node: ts.Node | undefined = parent; node; node = node.parent as ts.Node | undefined) {
    if (!ts.isBlock(node) && !ts.isSourceFile(node)) continue;
    const declared = node.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .find(({ name }) => ts.isIdentifier(name) && name.text === text);
    if (declared) return declared.initializer;
  }
  return undefined;
}

function nodesBelow(node: ts.Node): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    found.push(child);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

/** Returns the strings of a union that a type of a file lists: `type Outcome = 'applied' | 'unknown'`. */
export function unionOf(path: string, name: string): readonly string[] {
  const file = parseSources().find(({ fileName }) => fileName === path);
  const declaration = file?.statements
    .filter(ts.isTypeAliasDeclaration)
    .find((statement) => statement.name.text === name);
  if (!declaration) throw new Error(`src/${path} has no type ${name}`);
  return messagesBelow(declaration.type).map((parts) => parts.join(''));
}

/** Returns whether a string is a part of one of the sources, or is put together from up to four of them. */
export function createLookup(files: readonly ts.SourceFile[]): (text: string) => boolean {
  const parts = new Set(files.flatMap((file) => messagesBelow(file)).flat());
  const all = `\0${[...parts].join('\0')}\0`;
  const begins = (text: string, pieces: number): boolean =>
    all.includes(`\0${text}`) ||
    (pieces > 1 && splits(text).some(([head, tail]) => parts.has(head) && begins(tail, pieces - 1)));
  return (text) =>
    all.includes(text) || splits(text).some(([head, tail]) => all.includes(`${head}\0`) && begins(tail, 3));
}

function splits(text: string): readonly (readonly [string, string])[] {
  return Array.from({ length: text.length - 1 }, (_, index) => [
    text.slice(0, index + 1),
    text.slice(index + 1),
  ]);
}

function partsOf(node: ts.Node): Message | undefined {
  if (ts.isParenthesizedExpression(node)) return partsOf(node.expression);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const left = partsOf(node.left);
  const right = partsOf(node.right);
  if (!left && !right) return undefined;
  const [before, after] = [left ?? ['', ''], right ?? ['', '']];
  return [...before.slice(0, -1), `${before.at(-1) ?? ''}${after[0] ?? ''}`, ...after.slice(1)];
}
