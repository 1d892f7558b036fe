/**
 * What the service calls on the publisher's side (§4.14).
 *
 * @module publisher-commerce/callbacks
 */
export { CallbackError, type CallbackErrorContext, type CallbackErrorReason } from '../errors/index.ts';
export { type CallbackHandlerOptions, createCallbackHandler } from './create-callback-handler.ts';
export { createGameAuthHandler, type GameAuthOptions } from './create-game-auth-handler.ts';
export {
  type GameAuthAnswer,
  gameAuthAnswerSchema,
  type GameAuthRequest,
  gameAuthRequestSchema,
} from './game-auth-shapes.ts';
export type {
  CallbackContext,
  CallbackDrift,
  CallbackHandler,
  CallbackLogger,
  CallbackOptions,
  CallbackSchema,
} from './options.ts';
export { signPayload, timestampedHmac, type TimestampedHmacOptions } from './signature.ts';
export { toNodeListener } from './to-node-listener.ts';
export {
  acceptUnsigned,
  type SignedDelivery,
  type UnsignedAccepted,
  type VerifySignature,
} from './verify-signature.ts';
