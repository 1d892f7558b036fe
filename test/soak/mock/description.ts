import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
  'x-json-schema-faker'?: Record<string, unknown>;
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

/** A fresh copy of the hand-written description of the service, which variants modify. */
export class Description {
  readonly api = read('openapi.yaml') as ApiDocument; // the file beside this one has this form
  readonly schemas = Object.fromEntries(
    names.map((name) => [name, read(name) as Record<string, SchemaNode>]), // so have these
  );

  /** The schema of an operation's successful response; parameters in its path are written `:name`. */
  responseOf({ method, path }: { readonly method: string; readonly path: string }): SchemaNode {
    const operation = this.api.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const { $ref, content } = operation?.responses[200] ?? {};
    const schema = (this.api.components.responses[$ref?.split('/').pop() ?? ''] ?? { content }).content;
    if (!schema) throw new Error(`the description has no ${method} ${path}`);
    return schema['application/json'].schema;
  }

  /** Resolves a reference: in its file, or in any of the files if it names none. */
  named($ref: string): SchemaNode {
    const [file = '', name = ''] = $ref.split('#/');
    const files = file === '' ? Object.values(this.schemas) : [this.schemas[file]];
    const found = files.find((schemas) => schemas?.[name])?.[name];
    if (!found) throw new Error(`nothing is described by ${$ref}`);
    return found;
  }

  /** Writes the description to a temporary folder, which is removed on disposal. */
  async write(): Promise<{ readonly file: string } & AsyncDisposable> {
    const folder = await mkdtemp(join(tmpdir(), 'mock-description-'));
    const file = join(folder, 'openapi.yaml');
    // JSON is valid YAML.
    await writeFile(file, JSON.stringify(this.api));
    for (const [name, schemas] of Object.entries(this.schemas)) {
      await writeFile(join(folder, name), JSON.stringify(schemas));
    }
    return { file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
  }
}

function read(name: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
}
