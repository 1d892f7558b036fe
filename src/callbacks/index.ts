/**
 * Endpoints for the requests that the service sends to the publisher (§4.14).
 *
 * @module publisher-commerce/callbacks
 */
export {
  type GameAuthRequest,
  gameAuthRequestSchema,
  type GameAuthResponse,
  gameAuthResponseSchema,
} from '../client/api/game-auth.ts';
// Named by the declarations of what an application exports of these schemas.
export type { MayBeMissing, OpenEnum } from '../client/api/fields.ts';
export type { Schema } from '../client/api/operation.ts';
export type { DriftEvent } from '../client/validation/validation.ts';
// Named by the declaration of CallbackError, which otherwise refers to those of the whole client.
export type { CallbackErrorReason, Issue } from '../client/errors/index.ts';
export type { Logger } from '../client/options/logger.ts';
export { CallbackError } from './callback-error.ts';
export {
  type CallbackHandlerOptions,
  type CallbackOptions,
  createCallbackHandler,
  createGameAuthHandler,
  type GameAuthOptions,
} from './handlers.ts';
export { type NodeRequest, type NodeResponse, toNodeListener } from './node-listener.ts';
export type { CallbackContext, CallbackHandler } from './run-callback.ts';
export type { SecretOption } from './secrets.ts';
export {
  acceptUnsigned,
  type SignedDelivery,
  signPayload,
  timestampedHmac,
  type TimestampedHmacOptions,
  type UnsignedAccepted,
  type VerifySignature,
} from './signature.ts';
