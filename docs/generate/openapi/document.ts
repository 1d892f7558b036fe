import { type AnyOperation, templateOf } from '../../../src/client/api/operation.ts';
import type { OperationName } from '../../../src/client/api/operation-name.ts';
import { operations } from '../../../src/client/api/operations.ts';
import { packageVersion } from '../../../src/client/runtime/runtime.ts';
import { defaultSandboxUrl } from '../../../src/sandbox/connect.ts';
import { componentSchemas, reference } from './components.ts';
import { operationDocs, tagDocs } from './docstrings.ts';
import { requestExamples } from './examples/requests.ts';
import type { JsonSchema } from './json-schema.ts';
import { parametersOf, responsesOf } from './operation-parts.ts';

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

/** Returns the description of all operations, with the default address of the sandbox as the first server. */
export function createOpenApiDocument(): OpenApiDocument {
  return {
    openapi: '3.1.1',
    info: { title: 'Publisher Commerce API', version: packageVersion, description },
    servers: [
      { url: defaultSandboxUrl, description: 'The local sandbox: `npx publisher-commerce sandbox`' },
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
  if (!docs) throw new Error(`${operation.name} has no docs: write a docstring`);
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

const onlySandbox = 'The specification shows it against the address of the sandbox environment.';
const callback =
  "Triggers the publisher's Personalize Web Store Callback, whose payload and address are not shown (§6).";

/** What the specification says, or does not show, about an operation, besides its summary. */
const operationNotes: Readonly<Record<string, string>> = {
  'transactions.list':
    'What `nextCursor` and `nextPageQuery` are on the last page is not shown: expect them to be absent, null or empty. Whether the range includes its ends is not shown either.',
  'translations.set': 'Whether both lists are required is not shown.',
  'promoCodes.create': 'The maximum number of promo codes in a request is not shown.',
  'personalization.refreshActivePlayers': callback,
  'personalization.refreshSpecificActivePlayers': callback,
  'offers.list': `${onlySandbox} It does not show the names of the query parameters: these are from the public documentation of a similar service.`,
  'checkout.createSession': `${onlySandbox} The operation that cancels a session is not shown.`,
} satisfies Partial<Record<OperationName, string>>;

const header = { in: 'header', required: true, schema: { type: 'string' } };

/** The request from the service to the publisher when a player logs in (§4.14). */
const gameAuthWebhook: JsonSchema = {
  post: {
    operationId: 'gameAuthentication',
    summary: 'Authenticates a player in the game',
    description:
      'The service sends this request to an address supplied by the publisher when a player logs in to the web store (§4.14).',
    security: [],
    parameters: [
      { ...header, name: 'x-publisher-token', description: 'The publisher token.' },
      {
        ...header,
        name: 'signature',
        description: 'The signed payload. Its algorithm and the signed content are not shown (§5).',
      },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: reference('GameAuthRequest'),
          example: { device: 'DESKTOP', date: '2026-10-01T09:00:00.000Z' },
        },
      },
    },
    responses: {
      200: {
        description: 'How the player continues in the game.',
        content: {
          'application/json': {
            schema: reference('GameAuthResponse'),
            example: { deepLink: 'mygame://auth?session=1', accessToken: 'abc', desktopAutoRedirect: false },
          },
        },
      },
      default: {
        description: 'The publisher rejects the request; which responses are allowed is not shown (§7.5).',
      },
    },
  },
};
