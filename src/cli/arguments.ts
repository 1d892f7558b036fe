import { parseArgs } from 'node:util';

import type { ListenOptions } from '../sandbox/http/listen.ts';
import type { SandboxOptions } from '../sandbox/options.ts';

/** A parsed command line. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'sandbox'; readonly address: SandboxAddress; readonly options: SandboxOptions };

/** The port that the sandbox listens on, and the host names that it accepts. */
export interface SandboxAddress extends Pick<ListenOptions, 'allowedHosts'> {
  readonly port: number;
}

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const defaultPort = 4010;

/**
 * Parses the command line.
 *
 * @throws UsageError naming the invalid argument.
 */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help || args.length === 0) return { kind: 'help' };
  if (values.version) return { kind: 'version' };

  const [command, ...rest] = positionals;
  if (command === undefined) throw new UsageError('missing command. Commands: sandbox');
  if (command !== 'sandbox') throw new UsageError(`unknown command "${command}". Commands: sandbox`);
  if (rest[0] !== undefined) throw new UsageError(`unexpected argument "${rest[0]}"`);

  const port = integer('port', values.port) ?? defaultPort;
  if (port > 65_535) throw new UsageError('--port: must be an integer from 0 to 65535');
  return {
    kind: 'sandbox',
    address: { port, allowedHosts: values['allow-host'] },
    options: {
      token: values.token,
      transactions: integer('transactions', values.transactions),
      seed: integer('seed', values.seed),
      latency: integer('latency', values.latency),
      data: values.data,
      gameAuthUrl: values['game-auth-url'],
      personalizeUrl: values['personalize-url'],
      secret: values.secret,
    },
  };
}

/** Returns the flag that sets an option of `createSandbox` or `listen`. */
export function flagOf(option: string): string {
  if (option === 'allowedHosts') return '--allow-host';
  return `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        token: { type: 'string' },
        transactions: { type: 'string' },
        seed: { type: 'string' },
        latency: { type: 'string' },
        data: { type: 'string' },
        'game-auth-url': { type: 'string' },
        'personalize-url': { type: 'string' },
        secret: { type: 'string' },
        'allow-host': { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    // The first line names the option and the problem; the others are advice on quoting.
    const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new UsageError(line);
  }
}

function integer(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${flag}: must be an integer of at least 0`);
  return Number(value);
}
