import { PublisherClient } from '../../../client/client.ts';
import type { Checkpoint } from '../../../client/errors/index.ts';
import type { CallOptions } from '../../../client/options/call-options.ts';
import type { ClientOptions } from '../../../client/options/client-options.ts';
import type { TransactionPage } from '../../../client/pagination/transaction-page.ts';
import type { InvalidRow } from '../../../client/validation/validation.ts';
import type { Limits } from '../../flags/request-options.ts';
import type { ExportSettings } from '../../ledger-files/export-settings.ts';
import { stderrLogger } from '../../terminal/output.ts';

/** A connection to the service of an export. */
interface ExportConnection extends AsyncDisposable {
  readonly client: PublisherClient;
}

/** Connects to the service of the environment variables, or to the built-in sandbox with rows in the range. */
export async function connectForExport(
  { transactions, startDate, endDate, environment, currencyDigits }: ExportSettings,
  given: Limits & Pick<ClientOptions, 'onDrift'>,
): Promise<ExportConnection> {
  const options = { ...given, logger: stderrLogger };
  if (transactions === null)
    return { client: new PublisherClient({ ...options, environment }), async [Symbol.asyncDispose]() {} };
  // Not loaded for the real service.
  const { createSandbox } = await import('../../../sandbox/index.ts');
  const sandbox = createSandbox({
    currencyDigits,
    ...(transactions === 'default'
      ? { now: () => monthAfter(endDate) }
      : { transactions, period: { start: startDate, end: endDate } }),
  });
  const client = new PublisherClient({ ...options, ...sandbox.clientOptions });
  return { client, [Symbol.asyncDispose]: () => sandbox.close() };
}

/** The default ledger ends there, so that a resumed export has the same; that of the command `sandbox` has the same rows. */
function monthAfter(endDate: string): Date {
  const lastDay = new Date(Date.parse(endDate) - 1);
  return new Date(Date.UTC(lastDay.getUTCFullYear(), lastDay.getUTCMonth() + 1));
}

/** A page, and its rows that are invalid. */
export interface ExportedPage {
  readonly page: TransactionPage;
  readonly invalidRows: readonly InvalidRow[];
}

/** Iterates over the pages of an export. Without a file for them, an invalid row throws. */
export async function* readPages(
  client: PublisherClient,
  { startDate, endDate, limit, quarantine }: ExportSettings,
  resume: Checkpoint | undefined,
  { signal, onResponse }: Pick<CallOptions, 'signal' | 'onResponse'>,
): AsyncGenerator<ExportedPage, void, undefined> {
  let invalidRows: InvalidRow[] = [];
  const onInvalidRow = quarantine === null ? undefined : (row: InvalidRow) => void invalidRows.push(row);
  const query = { startDate, endDate, limit, resume, onInvalidRow };
  for await (const page of client.transactions.list(query, { signal, onResponse }).pages()) {
    const received = { page, invalidRows };
    invalidRows = [];
    yield received;
  }
}
