import { getOffersOperation, type OfferQuery } from '../../../client/api/offers.ts';
import type { AnyOperation, OperationInput } from '../../../client/api/operation.ts';
import type { TransactionQuery } from '../../../client/api/transactions.ts';
import {
  ApiError,
  ConfigurationError,
  InvalidRequestError,
  PublisherError,
  ResponseValidationError,
} from '../../../client/errors/index.ts';
import { prepare } from '../../../client/http/prepare.ts';
import type { Environment } from '../../../client/options/environment.ts';
import type { FetchFunction } from '../../../client/options/fetch.ts';
import { flagOf } from '../../flags/flags.ts';
import type { RequestFlags } from '../../flags/request-options.ts';
import { connect, type Connection } from '../../service/connection.ts';
import {
  CommandError,
  exitCode,
  type ExitCode,
  explainError,
  explainServiceError,
  UsageError,
} from '../../terminal/command-error.ts';
import { confirm } from '../../terminal/confirm.ts';
import { interruptible } from '../../terminal/interrupt.ts';
import { printObject, printResponse } from '../../terminal/stdout.ts';
import { type Described, recordingCommandOf } from './described.ts';
import { callInputOf, type InputFlags } from './input.ts';

/** The flags of every call; the others are its parameters. */
interface CallFlags extends InputFlags, RequestFlags {
  readonly environment?: Environment;
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly pageAll?: boolean;
}

/** `call`: sends an operation, and prints the bytes of the response. @throws CommandError */
export async function runCall(
  documented: AnyOperation,
  described: Described,
  flags: CallFlags,
): Promise<ExitCode> {
  const input = await callInputOf(described, flags);
  const response = new Recorder();
  const connection = connect(flags, response.fetch);
  const { transport } = connection;
  const { offerQueryNames } = transport.settings;
  const named = documented.name === 'offers.list' ? getOffersOperation(offerQueryNames) : documented;
  const operation: AnyOperation = { ...named, bodyName: 'body' };
  const explain = (error: unknown): Error => explainCall(error, described);
  const prepared = async (signal: AbortSignal): Promise<void> => {
    const { target } = prepare(operation, input, undefined, transport.settings);
    if (operation.effect !== 'read') await ask(operation, target, connection, flags, signal);
  };
  const send = async (signal: AbortSignal): Promise<ExitCode> => {
    if (flags.pageAll) return printRows(operation, input, connection, signal);
    try {
      await transport.send(operation, input, { signal });
    } catch (error) {
      // The service did what it was asked: what it says of that is not lost.
      if (error instanceof ResponseValidationError && !flags.json) await printResponse(response.bytes);
      throw error;
    }
    return flags.quiet ? exitCode.done : printResponse(response.bytes);
  };
  await interruptible(prepared, explain, 'Nothing was sent');
  return interruptible(send, explain, operation.effect === 'read' ? '' : 'The change may have been made');
}

/** @throws CommandError after a no */
async function ask(
  operation: AnyOperation,
  target: string,
  { name }: Connection,
  { yes = false }: CallFlags,
  signal: AbortSignal,
): Promise<void> {
  const change = recordingCommandOf(operation);
  const aside = change === undefined ? '' : `"publisher-commerce ${change}" would keep a record. `;
  if (await confirm(`${aside}Send ${operation.method} ${target} to ${name}?`, yes, signal)) return;
  throw new CommandError('declined', 'nothing was sent');
}

/** Keeps the bytes of the last response, while the client reads them. */
class Recorder {
  #chunks: Uint8Array[] = [];

  readonly fetch: FetchFunction = async (url, init) => {
    const { status, headers, body } = await globalThis.fetch(url, init);
    this.#chunks = [];
    const copy = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        this.#chunks.push(chunk);
        controller.enqueue(chunk);
      },
    });
    return { status, headers, body: body?.pipeThrough(copy) ?? null };
  };

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

async function printRows(
  { name }: AnyOperation,
  { query }: OperationInput,
  { client }: Connection,
  signal: AbortSignal,
): Promise<ExitCode> {
  // The query is validated again, by the paginator.
  const rows: AsyncIterable<object> =
    name === 'offers.list'
      ? client.offers.list(query as OfferQuery, { signal })
      : client.transactions.list(query as TransactionQuery, { signal });
  for await (const row of rows) {
    await printObject(row, 0);
    // The reader has ended, as `head` does.
    if (!process.stdout.writable) return exitCode.failed;
  }
  return exitCode.done;
}

/** Names a flag instead of a parameter, and says of a failure all that scripts and the service's support ask for. */
function explainCall(error: unknown, { parameters }: Described): Error {
  if (error instanceof InvalidRequestError) {
    const problems = error.issues.map(({ path, message }) => {
      const isFlag = parameters.some(({ name }) => name === path);
      const field = path === 'body' ? '--body' : `--body, the field ${path}`;
      return `${isFlag ? flagOf(path) : field}: ${message}`;
    });
    return new UsageError(problems.join('; '));
  }
  if (!(error instanceof PublisherError) || error instanceof ConfigurationError) return explainError(error);
  const { code, status, outcome, requestId } = error;
  const { reason, body } = error instanceof ApiError ? error : {};
  const facts = [
    code,
    ...(reason === undefined ? [] : [`reason ${reason}`]),
    ...(outcome === undefined ? [] : [`outcome ${outcome}`]),
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
  ];
  const message = `${explainServiceError(error)} (${facts.join(', ')})`;
  return new CommandError(code, message, exitCode.failed, { status, reason, outcome, requestId, body });
}
