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
} from '../contract/game-auth.ts';
export type { Schema } from '../contract/operation.ts';
export type { DriftEvent } from '../contract/validation/validation.ts';
export { CallbackError, type CallbackErrorContext, type CallbackErrorReason } from './callback-error.ts';
export type { Logger } from '../options/logger.ts';
export { type CallbackHandlerOptions, createCallbackHandler } from './create-callback-handler.ts';
export { createGameAuthHandler, type GameAuthOptions } from './create-game-auth-handler.ts';
export type { CallbackContext, CallbackHandler, CallbackOptions } from './options.ts';
export type { NodeRequest, NodeResponse } from './node-messages.ts';
export { signPayload, timestampedHmac, type TimestampedHmacOptions } from './signature.ts';
export { toNodeListener } from './to-node-listener.ts';
export {
  acceptUnsigned,
  type SignedDelivery,
  type UnsignedAccepted,
  type VerifySignature,
} from './verify-signature.ts';
