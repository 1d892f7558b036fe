import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

/** The part of an OpenAPI 3.1 schema that the description uses. */
export interface SchemaNode {
  type?: string | string[];
  $ref?: string;
  properties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  required?: string[];
  enum?: string[];
  format?: string;
}

interface ApiDocument {
  paths: Record<string, Record<string, OperationNode>>;
  components: { responses: Record<string, ResponseNode>; parameters: Record<string, ParameterNode> };
}

interface OperationNode {
  parameters?: ParameterNode[];
  requestBody?: ResponseNode;
  responses: { 200: ResponseNode };
}

interface ParameterNode {
  $ref?: string;
  name?: string;
  in?: string;
  schema?: SchemaNode;
}

interface ResponseNode {
  $ref?: string;
  content?: { 'application/json': { schema: SchemaNode } };
}

const names = ['schemas.yaml', 'offer.yaml', 'checkout.yaml'] as const;

/** The description of the service that was written by hand from the tables of the specification. */
export class Description {
  readonly api = read('openapi.yaml') as ApiDocument; // the file beside this one has this form
  readonly schemas = Object.fromEntries(
    names.map((name) => [name, read(name) as Record<string, SchemaNode>]), // so have these
  );

  /** Resolves a reference: in its file, or in any of the files if it names none. */
  named($ref: string): SchemaNode {
    const [file = '', name = ''] = $ref.split('#/');
    const files = file === '' ? Object.values(this.schemas) : [this.schemas[file]];
    const found = files.find((schemas) => schemas?.[name])?.[name];
    if (!found) throw new Error(`nothing is described by ${$ref}`);
    return found;
  }
}

function read(name: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}
