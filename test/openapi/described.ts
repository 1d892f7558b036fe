import openApiDocument from '../../src/client/api/openapi.json' with { type: 'json' };

/** A schema in the document. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly 'x-extensible-enum'?: readonly string[];
}

interface Content {
  readonly 'application/json': {
    readonly schema: SchemaNode;
    readonly example?: unknown;
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: SchemaNode;
  readonly example?: unknown;
  readonly explode?: boolean;
}

/** An operation in the document. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}

/** The document as its users read it: JSON. */
export const document = JSON.parse(JSON.stringify(openApiDocument)) as {
  readonly openapi: string;
  readonly info: { readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, SchemaNode>> };
}; // what the tests of this folder prove

/** All operations, in the order of the document. */
export const described: readonly DescribedOperation[] = Object.entries(document.paths).flatMap(
  ([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

/** The operation with an id. */
export function operationWith(id: string): DescribedOperation {
  const found = described.find(({ operationId }) => operationId === id);
  if (!found) throw new Error(`nothing has the id ${id}`);
  return found;
}

/** The schema of a type. */
export function schemaOf(name: string): SchemaNode {
  const found = document.components.schemas[name];
  if (!found) throw new Error(`nothing is named ${name}`);
  return found;
}
