import type { AnyOperation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import { templateOf } from '../contract/path-template.ts';
import { packageVersion } from '../runtime/package-version.ts';
import { componentSchemas, reference } from './components.ts';
import { defaultSandboxUrl } from './default-sandbox-url.ts';
import { requestExamples } from './examples/requests.ts';
import { gameAuthWebhook } from './game-auth.ts';
import type { JsonSchema } from './json-schema.ts';
import { operationNotes } from './notes.ts';
import { parametersOf } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { operationDocs, tagDocs } from './type-docs.ts';

/** An OpenAPI 3.1 document, as plain JSON. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly security: readonly JsonSchema[];
  readonly tags: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, JsonSchema>>;
  readonly webhooks: Readonly<Record<string, JsonSchema>>;
  readonly components: {
    readonly securitySchemes: JsonSchema;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

const description = `The whole Publisher Commerce API, generated from the definitions that the client and the sandbox of
the npm package publisher-commerce use. § numbers are sections of the specification; examples are made up, except
documented messages.

- **Amounts** are integers: US cents if their name ends in \`Usd\` or \`UsdCents\`, else the smallest unit of the
  currency (999 for 9.99 USD, 999 for 999 JPY). Prices of countries are decimal numbers in major units.
- **Unknown fields and values** are allowed. Ignore fields that you do not know, and expect other values of strings that
  have \`x-extensible-enum\`.
- **Required fields** of a response are those that the specification lists without a condition. It does not promise that
  they are present in every response.
- **Not shown**: what the specification leaves undefined is named in the descriptions, and not filled in.
- **version** is that of the npm package. The specification shows no version of the API as a whole.
`;

/** Returns the description of all operations, with the address of a sandbox as the first server. */
export function createOpenApiDocument(sandboxUrl: string = defaultSandboxUrl): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: { title: 'Publisher Commerce API', version: packageVersion, description },
    servers: [
      { url: sandboxUrl, description: 'The local sandbox: `npx publisher-commerce sandbox`' },
      {
        url: '{baseUrl}',
        description: 'The service. Some operations are shown against its sandbox environment only.',
        variables: {
          baseUrl: {
            default: 'https://publisher-commerce.example.com',
            description: 'Your base URL; the specification does not show it.',
          },
        },
      },
    ],
    security: [{ publisherToken: [] }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name, description: tagDocs[name] })),
    paths: paths(),
    webhooks: { gameAuthentication: gameAuthWebhook },
    components: {
      securitySchemes: {
        publisherToken: {
          type: 'apiKey',
          in: 'header',
          name: 'x-publisher-token',
          description:
            'The publisher token, from the Publisher Dashboard: Admin section, Integration tab (§5).',
        },
      },
      schemas: componentSchemas(),
    },
  };
}

function paths(): Readonly<Record<string, JsonSchema>> {
  const byPath = Map.groupBy(operations, ({ path }) => templateOf(path));
  return Object.fromEntries(
    [...byPath].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((operation) => [operation.method.toLowerCase(), describe(operation)])),
    ]),
  );
}

function describe(operation: AnyOperation): JsonSchema {
  const docs = operationDocs[operation.name];
  if (!docs) throw new Error(`${operation.name} has no docs: run npm run docs:descriptions`);
  const { id, description: text, body } = docs;
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary: text.replace(/(;| \(§).*$/, ''),
    description: [text, operationNotes[operation.name]].filter((part) => part !== undefined).join(' '),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: reference(body), example: requestExamples[operation.name] },
        },
      },
    }),
    responses: responsesOf(operation),
  };
}

/** The client's sub-client for an operation. */
function tagOf({ name }: AnyOperation): string {
  return name.split('.')[0] ?? '';
}
