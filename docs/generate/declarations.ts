// Reads declarations for docs/api.md as they are written in the source.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

export function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** A line of a list: a signature, and below it what it is. */
export function item(signature: string, text: string): string {
  return `- \`${signature}\`\\\n  ${text}\n`;
}

/** The parameters and the result of a function, on one line. */
export function signatureOf({ parameters, type, typeParameters }: ts.SignatureDeclaration): string {
  const generics = typeParameters ? `<${typeParameters.map((node) => node.getText()).join(', ')}>` : '';
  const list = parameters.map(parameterOf).join(', ');
  return `${generics}(${list})${type ? `: ${textOf(type)}` : ''}`;
}

/** A parameter as its callers see it: without its default and the names of its parts. */
function parameterOf({ name, questionToken, initializer, type }: ts.ParameterDeclaration): string {
  const optional = questionToken || initializer ? '?' : '';
  return `${ts.isIdentifier(name) ? name.text : 'options'}${optional}: ${type ? textOf(type) : 'unknown'}`;
}

/** Code on one line. */
function textOf(node: ts.Node): string {
  return node
    .getText()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([({]) | (?=[)}])/g, '$1');
}

/** The first paragraph of a docstring. */
export function docOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const [paragraph = ''] = (ts.getTextOfJSDocComment(doc?.comment) ?? '').split('\n\n');
  return withoutLinks(paragraph);
}

function withoutLinks(text: string): string {
  return text
    .replaceAll(/\{@link ([\w.]+)\}/g, '`$1`')
    .replaceAll('\n', ' ')
    .trim();
}

/** An interface, or a type of an object with these fields. */
export interface Fields {
  readonly declaration: ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
  readonly members: readonly ts.TypeElement[];
}

/** The declaration of an interface, or of a type of an object, in a file. */
export function interfaceIn(file: string, name: string): Fields {
  for (const declaration of parse(file).statements) {
    if (ts.isInterfaceDeclaration(declaration) && declaration.name.text === name)
      return { declaration, members: [...declaration.members] };
    if (!ts.isTypeAliasDeclaration(declaration) || declaration.name.text !== name) continue;
    if (ts.isTypeLiteralNode(declaration.type))
      return { declaration, members: [...declaration.type.members] };
  }
  throw new Error(`${file} has no interface ${name}`);
}

/** A line for each method and property of an interface; those that are no names, such as `[Symbol.iterator]`, are left out. */
export function membersOf({ members }: Pick<Fields, 'members'>, prefix = ''): string[] {
  return members.flatMap((member) => {
    if (!member.name || !ts.isIdentifier(member.name)) return [];
    const name = `${prefix}${member.name.text}`;
    if (ts.isMethodSignature(member)) return [item(`${name}${signatureOf(member)}`, docOf(member))];
    if (!ts.isPropertySignature(member) || !member.type) return [];
    const type = textOf(member.type);
    const optional = member.questionToken ? '?' : '';
    const shown = optional ? withoutUndefined(type) : type;
    return [item(`${name}${optional}: ${shown}`, `${docOf(member)}${defaultOf(member)}`)];
  });
}

/** `((row: Row) => void) | undefined` as `(row: Row) => void`: the question mark says the rest. */
function withoutUndefined(type: string): string {
  return type.replace(/ \| undefined$/, '').replace(/^\((\(.*)\)$/, '$1');
}

function defaultOf(node: ts.Node): string {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'defaultValue');
  const text = ts.getTextOfJSDocComment(tag?.comment);
  return text === undefined ? '' : ` Default: ${withoutLinks(text)}.`;
}
