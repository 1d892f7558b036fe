import document from '../../../client/api/openapi.json' with { type: 'json' };
import { defaultOfferQueryNames } from '../../../client/api/offers.ts';
import { type AnyOperation, templateOf } from '../../../client/api/operation.ts';

/** What of a JSON schema the help shows, and what decides how a flag is read. */
export interface ValueSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
}

/** A parameter of the path or of the query. */
export interface Parameter {
  /** Its name in the client. */
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: ValueSchema;
  readonly example?: string | number;
}

/** The schema of a body: an object. */
interface BodySchema {
  readonly properties: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

/** What the OpenAPI document says of an operation. */
export interface Described {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** `undefined` if it has none. */
  readonly body: (BodySchema & { readonly example: object }) | undefined;
}

/** An operation as the document has it. */
interface DocumentedOperation extends Pick<Described, 'summary'> {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': DocumentedBody } };
}

interface DocumentedBody {
  readonly schema: { readonly $ref: string };
  readonly example: object;
}

// A test reads all of it: the types that TypeScript infers of the document are unions of everything in it.
const { paths, components } = document as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> };
};

/** Returns what the document says of an operation. */
export function describedOperation({ method, path }: AnyOperation): Described {
  const found = paths[templateOf(path)]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`the OpenAPI document lacks ${method} ${path}`);
  const { summary, parameters = [], requestBody } = found;
  return {
    summary,
    parameters: parameters.map((parameter) => ({ ...parameter, name: nameInClient(parameter.name) })),
    body: requestBody && bodyOf(requestBody.content['application/json']),
  };
}

/** The query parameters of offers have other names when they are sent, which are not documented. */
function nameInClient(sent: string): string {
  return Object.entries(defaultOfferQueryNames).find(([, name]) => name === sent)?.[0] ?? sent;
}

function bodyOf({ schema: { $ref }, example }: DocumentedBody): Described['body'] {
  const schema = components.schemas[$ref.replace(/.*\//, '')];
  if (schema === undefined) throw new Error(`the OpenAPI document lacks ${$ref}`);
  return { ...schema, example };
}

const recordingCommands: Readonly<Record<string, string>> = {
  pricePoints: 'prices apply',
  translations: 'translations apply',
  content: 'content apply',
  promoCodes: 'promo-codes create',
};

/** The command that makes such changes with a record of them; `undefined` if none does. */
export function recordingCommandOf({ name, effect }: AnyOperation): string | undefined {
  return effect === 'read' ? undefined : recordingCommands[name.replace(/\..*/, '')];
}
