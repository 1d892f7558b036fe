/**
 * Endpoints for the requests that the service sends to the publisher (§4.14).
 *
 * @module publisher-commerce/callbacks
 */
export type { GameAuthRequest, GameAuthResponse } from '../client/api/game-auth.ts';
// Named by the declarations of what an application makes of a request and of an error, without the rest of the client.
export type { OpenEnum } from '../client/api/fields.ts';
export type { CallbackErrorReason, Issue } from '../client/errors/index.ts';
export { CallbackError } from './callback-error.ts';
export {
  type CallbackHandlerOptions,
  type CallbackOptions,
  createCallbackHandler,
  createGameAuthHandler,
  type GameAuthOptions,
} from './handlers.ts';
export { toNodeListener } from './node-listener.ts';
export type { CallbackContext, CallbackHandler } from './run-callback.ts';
export {
  acceptUnsigned,
  type SignedDelivery,
  signPayload,
  timestampedHmac,
  type TimestampedHmacOptions,
  type VerifySignature,
} from './signature.ts';
