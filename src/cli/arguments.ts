import { parseArgs } from 'node:util';

import type { SandboxOptions } from '../sandbox/options.ts';

/** What a command line asks for. */
export type Request =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'sandbox'; readonly where: Where; readonly options: SandboxOptions };

/** Where the sandbox listens, and by which names. */
export interface Where {
  readonly port: number;
  readonly allowedHosts: readonly string[] | undefined;
}

/** A command line that asks for nothing that there is. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const defaultPort = 4010;

/** @throws UsageError naming the argument that is wrong. */
export function readArguments(args: readonly string[]): Request {
  const { values, positionals } = parse(args);
  if (values.help || args.length === 0) return { kind: 'help' };
  if (values.version) return { kind: 'version' };

  const [command, ...rest] = positionals;
  if (command === undefined) throw new UsageError('name a command: sandbox');
  if (command !== 'sandbox') throw new UsageError(`${command}: is not a command; there is sandbox`);
  if (rest[0] !== undefined) throw new UsageError(`${rest[0]}: is one argument too many`);

  const port = wholeNumber('port', values.port) ?? defaultPort;
  if (port > 65_535) throw new UsageError('--port: must be a whole number from 0 to 65535');
  return {
    kind: 'sandbox',
    where: { port, allowedHosts: values['allow-host'] },
    options: {
      token: values.token,
      transactions: wholeNumber('transactions', values.transactions),
      seed: wholeNumber('seed', values.seed),
      latency: wholeNumber('latency', values.latency),
      data: values.data,
      gameAuthUrl: values['game-auth-url'],
      personalizeUrl: values['personalize-url'],
      secret: values.secret,
    },
  };
}

/** The flag that sets an option of `createSandbox` or `listen`. */
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
    // Its first line names the option and what is wrong; the others advise on shells.
    const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw new UsageError(line);
  }
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name}: must be a whole number from 0`);
  return Number(text);
}
