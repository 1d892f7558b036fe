import { once } from 'node:events';
import { statSync } from 'node:fs';

import { printable } from '../../../client/errors/printable.ts';
import { exampleRequest, posixExports, powerShellExports } from '../../../sandbox/connect.ts';
import { createSandbox } from '../../../sandbox/index.ts';
import type { SandboxLedger } from '../../../sandbox/ledger/settings.ts';
import type { SandboxOptions } from '../../../sandbox/options.ts';
import type { HandledRequest } from '../../../sandbox/requests/request-log.ts';
import type { ListenOptions } from '../../../sandbox/server/listen.ts';
import { grouped } from '../../terminal/format.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';

/** The port that the sandbox listens on, and the host names that it accepts. */
interface SandboxAddress extends Pick<ListenOptions, 'allowedHosts'> {
  readonly port: number;
  /** Whether to log no requests. */
  readonly quiet: boolean;
}

/** Runs the sandbox until the first signal that asks to end; a second one ends the process at once. */
export async function serve({ quiet, ...address }: SandboxAddress, options: SandboxOptions): Promise<void> {
  // Before it is opened, which creates it.
  const keeps = options.data !== undefined && hasContent(options.data);
  await using sandbox = createSandbox(options);
  await using server = await sandbox.listen({ ...address, onRequest: quiet ? undefined : log });
  using interrupt = createInterrupt();
  const stopped = once(interrupt.signal, 'abort');
  print(snippet(server.url, sandbox.token, sandbox.ledger));
  if (keeps && options.seedFile !== undefined) {
    print(
      `The state is that of ${printable(options.data)}: ${printable(options.seedFile)} is only read for a new file.\n\n`,
    );
  }
  await stopped;
  exitDespiteUnreadOutput();
}

function hasContent(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function snippet(url: string, token: string, { transactions, period }: SandboxLedger): string {
  return `The sandbox is listening on ${url}. Stop it with Ctrl-C.
Open ${url}/ in a browser to see what happens in it.
Transactions: ${grouped(transactions)}, from ${day(period.start)} to ${day(period.end)} (UTC, end excluded).

${posixExports(url, token)}
${exampleRequest}

In PowerShell:
${powerShellExports(url, token)}

`;
}

/** A midnight in UTC is shown as its date. */
function day(time: string): string {
  return time.replace('T00:00:00.000Z', '');
}

function log({ method, path, status, complete, milliseconds }: HandledRequest): void {
  const outcome = complete ? '' : ' (incomplete)';
  print(`${method} ${path} ${status ?? '-'} ${milliseconds.toFixed(1)} ms${outcome}\n`);
}

function print(line: string): void {
  try {
    process.stdout.write(line);
  } catch {
    // Writes to a file are synchronous, and some errors of them are thrown.
  }
}

/** Ends the process after one second, even if buffered output has not been read. */
function exitDespiteUnreadOutput(): void {
  setTimeout(() => process.exit(), 1000).unref();
}
