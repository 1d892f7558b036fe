import { reference } from './components.ts';
import type { JsonSchema } from './json-schema.ts';

const header = { in: 'header', required: true, schema: { type: 'string' } };

/** The request from the service to the publisher when a player logs in (§4.14). */
export const gameAuthWebhook: JsonSchema = {
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
