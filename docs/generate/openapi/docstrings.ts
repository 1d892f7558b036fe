// The docstrings of the API and of the client's methods, as data.
import { join } from 'node:path';

import ts from 'typescript';

import { documentedErrors } from '../../../src/client/errors/documented-errors.ts';

const root = join(import.meta.dirname, '../../..');
const api = join(root, 'src/client/api/');
/** Folders whose interfaces are parts of requests and responses. */
const folders = [api, join(root, 'src/client/errors/')];
/** Shapes that belong to no operation: bodies of errors, and the callback. */
const others: readonly string[] = [
  ...documentedErrors.map(({ family }) => `${family}ErrorSchema`),
  'GameAuthRequest',
  'GameAuthResponse',
];

/** What the docstring of a field says. */
export interface FieldDoc {
  readonly description: string;
  /** The type of the field, or of its elements, if that is a type with docs. */
  readonly type?: string;
  /** `@defaultValue`, as it is written. */
  readonly defaultValue?: string;
  readonly deprecated?: boolean;
  /** Documented values of a string that may have others. */
  readonly known?: readonly string[];
}

/** What the docstrings of a type and of its fields say. */
export interface TypeDoc {
  readonly description: string;
  readonly fields: Readonly<Record<string, FieldDoc>>;
}

/** What the docstring of an operation's method says, and the names of the operation's types. */
export interface OperationDoc {
  /** The verb of the client's method, and what the operation is about: `createPricePoint`. */
  readonly id: string;
  readonly description: string;
  readonly params?: string;
  readonly query?: string;
  readonly body?: string;
  readonly output: string;
}

class Extraction {
  readonly #program = ts.createProgram({
    rootNames: [join(api, 'operations.ts'), join(api, 'schemas.ts'), join(root, 'src/client/client.ts')],
    options: {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      types: ['node'],
    },
  });
  readonly #checker = this.#program.getTypeChecker();
  readonly #tags: Record<string, string> = {};
  readonly #operations: Record<string, OperationDoc> = {};
  readonly #types: Record<string, TypeDoc> = {};

  run(): {
    tags: Record<string, string>;
    operations: Record<string, OperationDoc>;
    types: Record<string, TypeDoc>;
  } {
    for (const file of this.#program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(api))) {
      for (const statement of file.statements) this.#readStatement(statement);
    }
    const missing = others.filter((name) => !(nameOfSchema(name) in this.#types));
    if (missing.length > 0) throw new Error(`src/client/api has no ${missing.join(', ')}`);
    return { tags: this.#tags, operations: this.#operations, types: this.#types };
  }

  #readStatement(statement: ts.Statement): void {
    if (ts.isInterfaceDeclaration(statement) && others.includes(statement.name.text)) {
      this.#readType(this.#checker.getTypeAtLocation(statement), statement.name.text);
    }
    if (!ts.isVariableStatement(statement)) return;
    for (const declaration of statement.declarationList.declarations) {
      const name = declaration.name.getText();
      if (others.includes(name)) this.#readSchema(declaration, nameOfSchema(name));
      const { type, initializer } = declaration;
      if (!type || !ts.isTypeReferenceNode(type) || type.typeName.getText() !== 'Operation') continue;
      if (initializer && ts.isObjectLiteralExpression(initializer))
        this.#readOperation(name, type, initializer);
    }
  }

  #readOperation(
    id: string,
    { typeArguments }: ts.TypeReferenceNode,
    value: ts.ObjectLiteralExpression,
  ): void {
    const [output, input] = typeArguments?.map((node) => this.#checker.getTypeFromTypeNode(node)) ?? [];
    if (!output || !input) throw new Error(`the type of ${id} has no arguments`);
    const name = value.properties
      .filter(ts.isPropertyAssignment)
      .find((property) => property.name.getText() === 'name');
    if (!name || !ts.isStringLiteral(name.initializer)) throw new Error(`${id} has no name`);
    const part = (key: string): string | undefined => {
      const symbol = input.getProperty(key);
      const type = symbol && this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(symbol));
      // `NoInput` has every part, of the type `undefined`.
      if (!type || type.flags & (ts.TypeFlags.Never | ts.TypeFlags.Undefined)) return undefined;
      const fallback = id.charAt(0).toUpperCase() + id.slice(1) + key.charAt(0).toUpperCase() + key.slice(1);
      return this.#readType(type, fallback);
    };
    const [params, query, body] = [part('params'), part('query'), part('body')];
    const outputName = this.#readType(output);
    if (outputName === undefined) throw new Error(`the response of ${id} is not an interface`);
    const [verb = ''] = /(?<=\.)[a-z]+/.exec(name.initializer.text) ?? [];
    this.#operations[name.initializer.text] = {
      id: id.replace(/^[a-z]+/, verb),
      description: this.#methodDoc(name.initializer.text),
      ...(params !== undefined && { params }),
      ...(query !== undefined && { query }),
      ...(body !== undefined && { body }),
      output: outputName,
    };
  }

  /** The first paragraph about the client's method: the others are about the client. */
  #methodDoc(path: string): string {
    const file = this.#program.getSourceFile(join(root, 'src/client/client.ts'));
    const declaration = file?.statements
      .filter(ts.isClassDeclaration)
      .find(({ name }) => name?.text === 'PublisherClient');
    if (!declaration) throw new Error('src/client/client.ts has no class PublisherClient');
    let type = this.#checker.getTypeAtLocation(declaration);
    let symbol: ts.Symbol | undefined;
    for (const key of path.split('.')) {
      if (symbol) this.#tags[symbol.name] = this.#docOf(symbol);
      // A list is requested page by page.
      symbol = (key === 'list' && type.getProperty('getPage')) || type.getProperty(key);
      if (!symbol) throw new Error(`the client has no ${path}`);
      type = this.#checker.getTypeOfSymbol(symbol);
    }
    return this.#docOf(symbol).split('\n\n')[0] ?? '';
  }

  #readSchema(declaration: ts.VariableDeclaration, name: string): void {
    const internals = this.#checker.getTypeAtLocation(declaration).getProperty('_zod');
    const output = internals && this.#checker.getTypeOfSymbol(internals).getProperty('output');
    const symbol = this.#checker.getSymbolAtLocation(declaration.name);
    if (!output || !symbol) throw new Error(`${name} is not a schema`);
    this.#types[name] = this.#typeDoc(this.#checker.getTypeOfSymbol(output), symbol);
  }

  /** Reads an interface of ours, or an object type without a name if one is given; returns its name. */
  #readType(type: ts.Type, fallback?: string): string | undefined {
    const symbol = type.aliasSymbol ?? type.getSymbol();
    const isOurs = symbol?.declarations?.some(
      (node) =>
        (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) &&
        folders.some((folder) => node.getSourceFile().fileName.startsWith(folder)),
    );
    if (!symbol || !isOurs) return undefined;
    const name = symbol.name === '__type' ? fallback : symbol.name;
    if (name === undefined || name in this.#types) return name;
    // Before its fields are read, so that types which name each other end.
    this.#types[name] = { description: '', fields: {} };
    this.#types[name] = this.#typeDoc(type, symbol);
    return name;
  }

  #typeDoc(type: ts.Type, symbol: ts.Symbol): TypeDoc {
    const fields = this.#checker
      .getPropertiesOfType(type)
      .map((field): [string, FieldDoc] => [field.name, this.#fieldDoc(field)]);
    return { description: this.#docOf(symbol), fields: Object.fromEntries(fields) };
  }

  #fieldDoc(field: ts.Symbol): FieldDoc {
    const declared = this.#checker.getTypeOfSymbol(field);
    const value = this.#elementOf(this.#checker.getNonNullableType(declared));
    const type = this.#readType(value);
    const tags = field.getJsDocTags(this.#checker);
    const given = tags.find(({ name }) => name === 'defaultValue');
    const known = knownValues(value);
    return {
      description: this.#docOf(field),
      ...(type !== undefined && { type }),
      ...(given && { defaultValue: ts.displayPartsToString(given.text) }),
      ...(tags.some(({ name }) => name === 'deprecated') && { deprecated: true }),
      ...(known.length > 0 && { known }),
    };
  }

  #elementOf(type: ts.Type): ts.Type {
    const element =
      this.#checker.isArrayType(type) && this.#checker.getTypeArguments(type as ts.TypeReference)[0];
    return element ? this.#checker.getNonNullableType(element) : type;
  }

  #docOf(symbol: ts.Symbol | undefined): string {
    const text = ts.displayPartsToString(symbol?.getDocumentationComment(this.#checker));
    return text
      .replaceAll(/\{@link (\w+)\}/g, '`$1`')
      .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
      .trim();
  }
}

/** The known values of an `OpenEnum`: the literals in its union with `string`. */
function knownValues(type: ts.Type): string[] {
  if (!type.isUnion() || type.types.every((member) => member.isStringLiteral())) return [];
  return type.types.flatMap((member) => (member.isStringLiteral() ? [member.value] : []));
}

/** `pricePointErrorSchema` validates a `PricePointError`. */
function nameOfSchema(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/Schema$/, '');
}

const found = new Extraction().run();

/** Sub-clients by name. */
export const tagDocs: Readonly<Record<string, string>> = found.tags;

/** Operations by name. */
export const operationDocs: Readonly<Record<string, OperationDoc>> = found.operations;

/** Types of requests and responses by name. */
export const typeDocs: Readonly<Record<string, TypeDoc>> = found.types;
