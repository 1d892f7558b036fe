import { PublisherClient } from '../../../client/client.ts';
import { PublisherError } from '../../../client/errors/index.ts';
import { requestCount } from '../../../client/resources/request-count.ts';
import type { Receipt } from '../../../ledger/index.ts';
import type { Limits } from '../../flags/request-options.ts';
import { checkSource, sourceOf } from '../../ledger-files/ledger-source.ts';
import { checkOrigin } from '../../service/service-address.ts';
import { CommandError, explainServiceError, UsageError, withAdvice } from '../../terminal/command-error.ts';
import { stderrLogger } from '../../terminal/output.ts';

const advice = 'Leave out --online to compare the file with its receipt only';

/**
 * Asks the service that a receipt names for its current count of the receipt's range.
 *
 * @param source Whose ledger the token reads, if it was named
 * @throws UsageError if the environment variables name another service, or the source is another: nothing was sent
 * @throws CommandError if the service did not return a count
 */
export async function countOnline(
  file: string,
  receipt: Receipt,
  source: string | undefined,
  limits: Limits,
): Promise<number> {
  const { environment, origin, startDate, endDate } = receipt;
  if (origin === null) {
    throw new UsageError('--online: the receipt names no service; that of the built-in sandbox never does');
  }
  checkOrigin({ environment, origin }, 'the receipt', process.env);
  checkSource('--online', file, receipt, sourceOf(source, origin));
  const client = new PublisherClient({
    environment: environment ?? undefined,
    ...limits,
    logger: stderrLogger,
    // Only the count is used, and one that is not as documented is reported below.
    onDrift: () => undefined,
  });
  try {
    const count = await requestCount((query) => client.transactions.list(query), { startDate, endDate });
    if (count !== undefined) return count;
  } catch (error) {
    if (!(error instanceof PublisherError)) throw error;
    throw new CommandError(error.code, withAdvice(explainServiceError(error), advice));
  }
  throw new CommandError('no_count', 'the service returned no count of the range');
}
