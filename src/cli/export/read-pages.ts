import { PublisherClient } from '../../client.ts';
import type { Checkpoint } from '../../errors/index.ts';
import { createSettings, type TransportSettings } from '../../http/settings.ts';
import { Transport } from '../../http/transport.ts';
import { type ClientOptions, resolveOptions } from '../../options/client-options.ts';
import type { TransactionPage } from '../../pagination/transaction-page.ts';
import type { InvalidRow } from '../../validation/validation.ts';
import type { Limits } from '../flags.ts';
import { stderrLogger } from '../output.ts';
import type { ExportSettings } from './export-settings.ts';

/** A connection to the service of an export. */
interface Connection extends AsyncDisposable {
  readonly client: PublisherClient;
}

/**
 * Connects to the service of the environment variables, or to the built-in sandbox with rows in the range.
 *
 * @param onBody Called with each page as parsed, and the bytes of its body; not with several windows.
 */
export async function connect(
  { transactions, startDate, endDate, environment, windows }: ExportSettings,
  given: Limits & Pick<ClientOptions, 'onDrift'>,
  onBody: TransportSettings['onBody'],
): Promise<Connection> {
  const options = { ...given, logger: stderrLogger };
  const createClient = (service: ClientOptions): PublisherClient => {
    const settings = createSettings(resolveOptions({ ...options, ...service }, process.env));
    // The pages of several windows wait together, and their bodies would take as much memory again.
    return new PublisherClient(new Transport({ ...settings, onBody: windows === 1 ? onBody : undefined }));
  };
  if (transactions === null)
    return { client: createClient({ environment }), async [Symbol.asyncDispose]() {} };
  // Not loaded for the real service.
  const { createSandbox } = await import('../../sandbox/index.ts');
  const sandbox = createSandbox({ transactions, period: { start: startDate, end: endDate } });
  return { client: createClient(sandbox.clientOptions), [Symbol.asyncDispose]: () => sandbox.close() };
}

/** A page, and its rows that are invalid. */
export interface ReceivedPage {
  readonly page: TransactionPage;
  readonly invalidRows: readonly InvalidRow[];
}

/** Iterates over the pages of an export. Without a file for them, an invalid row throws. */
export async function* readPages(
  client: PublisherClient,
  { startDate, endDate, limit, windows, quarantine }: ExportSettings,
  resume: Checkpoint | undefined,
  signal: AbortSignal,
): AsyncGenerator<ReceivedPage, void, undefined> {
  let invalidRows: InvalidRow[] = [];
  const onInvalidRow = quarantine === null ? undefined : (row: InvalidRow) => void invalidRows.push(row);
  const query = { startDate, endDate, limit, windows, resume, onInvalidRow };
  for await (const page of client.transactions.list(query, { signal }).pages()) {
    const received = { page, invalidRows };
    invalidRows = [];
    yield received;
  }
}
