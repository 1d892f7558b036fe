import { utcMonth } from '../../../client/api/utc-range.ts';
import { resolveService } from '../../../client/options/environment.ts';
import { OutputFile } from '../../files/output-file.ts';
import { rangeOf } from '../../flags/flags.ts';
import { serviceAddress } from '../../service/service-address.ts';
import type { ExitCode } from '../../terminal/command-error.ts';
import { createOutput, stderrLogger } from '../../terminal/output.ts';
import { createProgress } from '../../terminal/progress.ts';
import type { CheckOutcome, ExaminedService } from './check.ts';
import { checks, runChecks } from './checks.ts';
import { diagnose, type Diagnosis, exitCodeOf, renderLines, renderMarkdown } from './diagnosis.ts';
import type { DoctorFlags } from './flags.ts';
import { type ConnectionOptions, ReadOnlyCaller } from './read-only-caller.ts';

/** Examines the service, prints what was found, and writes the report. */
export async function runDoctor(flags: DoctorFlags): Promise<ExitCode> {
  const { maxRequests, maxRows, rateLimit, out, force = false } = flags;
  const range = rangeOf(flags);
  const file = out === undefined ? undefined : await OutputFile.check({ flag: 'out', path: out }, force);
  await using connection = await openSubject(flags);
  const service = { ...connection.service, range, currencyDigits: flags.currencyDigits };
  const caller = new ReadOnlyCaller(connection.options, { requests: maxRequests, rows: maxRows, rateLimit });
  const diagnosis = await examine(caller, service);
  createOutput(flags).print(diagnosis, renderLines(diagnosis));
  await file?.replace(renderMarkdown(diagnosis));
  return exitCodeOf(diagnosis);
}

interface Subject extends AsyncDisposable {
  readonly options: ConnectionOptions;
  readonly service: ExaminedService;
}

/** Enough for the largest page, and more. */
const demoTransactions = 12_000;

async function openSubject({ environment, demo, currencyDigits }: DoctorFlags): Promise<Subject> {
  if (!demo) {
    const found = serviceAddress(environment, process.env, 'set it, or use --env-file; or --demo to try it');
    const { baseUrl, token } = resolveService({ environment: found.environment }, process.env);
    return {
      options: { environment: found.environment, logger: stderrLogger },
      // A variable, and so a string.
      service: { environment: found.environment, baseUrl, token: String(token.value) },
      async [Symbol.asyncDispose]() {},
    };
  }
  // Not loaded for the real service.
  const { createSandbox } = await import('../../../sandbox/index.ts');
  const { startDate: start, endDate: end } = utcMonth('last');
  const sandbox = createSandbox({ transactions: demoTransactions, period: { start, end }, currencyDigits });
  const { clientOptions, token, baseUrl } = sandbox;
  return {
    options: { ...clientOptions, logger: stderrLogger },
    service: { environment: 'sandbox', baseUrl, token },
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** Runs all checks, which takes seconds: a service should not notice it. */
async function examine(caller: ReadOnlyCaller, service: ExaminedService): Promise<Diagnosis> {
  const progress = createProgress(!process.stderr.isTTY, 'checks');
  const startedAt = performance.now();
  const outcomes: CheckOutcome[] = [];
  for await (const outcome of runChecks({ caller, service })) {
    outcomes.push(outcome);
    progress.update(outcomes.length, checks.length);
  }
  progress.stop();
  return diagnose(outcomes, service, caller, (performance.now() - startedAt) / 1000);
}
