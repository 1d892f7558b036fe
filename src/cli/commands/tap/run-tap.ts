import { flattenWith } from '../../ledger-files/formats/encoder.ts';
import {
  exitCode,
  type ExitCode,
  explainError,
  explainPageError,
  notWritten,
  systemCode,
  UsageError,
} from '../../terminal/command-error.ts';
import { interruptible } from '../../terminal/interrupt.ts';
import { writeLine } from '../../terminal/log-line.ts';
import { printResponse, writeToStdout } from '../../terminal/stdout.ts';
import { catalogOf, schemaMessage, selectStreams } from './catalog.ts';
import { openService, readTapConfig, rowSettingsOf } from './config.ts';
import type { TapFlags } from './flags.ts';
import { KnownRows } from './known-rows.ts';
import { readState } from './state.ts';
import { type Stream, streamsOf } from './streams.ts';
import { readTransactions } from './transaction-days.ts';
import { readWhole } from './whole-streams.ts';

/** Runs `tap`. @throws CommandError */
export async function runTap(flags: TapFlags): Promise<ExitCode> {
  const config = flags.config === undefined ? undefined : await readTapConfig(flags.config);
  const all = streamsOf(config?.drop ?? []);
  if (flags.discover) return printResponse(`${JSON.stringify(catalogOf(all), null, 2)}\n`);
  if (!config) throw new UsageError('--config: is required without --discover');
  const streams = flags.catalog === undefined ? all : await selectStreams(all, flags.catalog);
  const connection = openService(config, flags);
  const { hash, start_date: start, currency_digits: currencyDigits = flags.currencyDigits ?? {} } = config;
  const toRow = flattenWith({ hash, currencyDigits }, process.env);
  const settings = rowSettingsOf(config, currencyDigits, process.env);
  const first = { origin: connection.origin, start_date: start, settings };
  const saved = flags.state === undefined ? undefined : await readState(flags.state, first);
  const find = (name: Stream['name']) => streams.find((stream) => stream.name === name);
  const [transactions, receipt] = [find('transactions'), find('receipt')];
  if (transactions && flags.state !== undefined && !saved)
    writeLine(`--state: ${flags.state} has no transactions yet: reading all days from ${start.slice(0, 10)}`);
  const print = async (signal: AbortSignal): Promise<void> => {
    const known = new KnownRows(connection, transactions && saved?.newest, signal);
    await known.check();
    for (const stream of streams) await writeToStdout(schemaMessage(stream));
    if (transactions) {
      const tap = { connection, config, first, toRow, transactions, receipt, known, signal };
      for await (const messages of readTransactions(tap, saved)) await writeToStdout(messages);
    }
    for (const stream of streams) {
      for await (const messages of readWhole(stream, connection, known, signal))
        await writeToStdout(messages);
    }
  };
  const explain = (error: unknown): Error =>
    explainError(error, (failed) => explainPageError(failed, 'the setting limit'));
  try {
    await interruptible(print, explain, 'Run it again with the last state to continue');
    return exitCode.done;
  } catch (error) {
    const code = systemCode(error);
    // The target has ended, and says why. The exit code says that there was more.
    if (code === 'EPIPE') return exitCode.failed;
    throw code === undefined ? error : notWritten('stdout', error);
  }
}
