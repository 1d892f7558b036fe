import { utcMonth } from '../../client/api/utc-range.ts';
import { resolveService } from '../../client/options/environment.ts';
import type { ExitCode } from '../command-error.ts';
import { rangeOf } from '../flags.ts';
import { checkTarget, writeResult } from '../output-file.ts';
import { amber, print, stderrLogger } from '../output.ts';
import { serviceAddress } from '../service.ts';
import type { ExaminedService, Outcome } from './check.ts';
import { runChecks } from './checks.ts';
import type { DoctorFlags } from './command.ts';
import { diagnose, type Diagnosis, exitCodeOf, renderEnd, renderLine, renderMarkdown } from './diagnosis.ts';
import { type ConnectionOptions, ReadOnlyCaller } from './read-only-caller.ts';

/** Examines the service, prints what was found, and writes the report. */
export async function runDoctor(flags: DoctorFlags): Promise<ExitCode> {
  const { maxRequests, maxRows, rateLimit, out, force = false, json = false } = flags;
  const range = rangeOf(flags);
  if (out !== undefined) await checkTarget({ flag: 'out', path: out }, force);
  await using connection = await connect(flags);
  const { contentId = connection.service.contentId, currencyDigits } = flags;
  const service = { ...connection.service, range, contentId, currencyDigits };
  const caller = new ReadOnlyCaller(connection.options, { requests: maxRequests, rows: maxRows, rateLimit });
  const diagnosis = await examine(caller, service, json);
  if (json) void print(`${JSON.stringify(diagnosis, null, 2)}\n`);
  else void print(renderEnd(diagnosis));
  if (out !== undefined) await writeResult(out, renderMarkdown(diagnosis));
  return exitCodeOf(diagnosis);
}

interface Connection extends AsyncDisposable {
  readonly options: ConnectionOptions;
  readonly service: ExaminedService;
}

/** Enough for the largest page, and more. */
const demoTransactions = 12_000;

async function connect({ environment, demo, currencyDigits }: DoctorFlags): Promise<Connection> {
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
  const { createSandbox } = await import('../../sandbox/index.ts');
  const { startDate: start, endDate: end } = utcMonth('last');
  const sandbox = createSandbox({ transactions: demoTransactions, period: { start, end }, currencyDigits });
  const { clientOptions, token, baseUrl } = sandbox;
  return {
    options: { ...clientOptions, logger: stderrLogger },
    service: { environment: 'sandbox', baseUrl, token, contentId: 'content-1' },
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

/** Runs all checks, and prints each as it happens, unless the output is JSON. */
async function examine(caller: ReadOnlyCaller, service: ExaminedService, json: boolean): Promise<Diagnosis> {
  const startedAt = performance.now();
  const outcomes: Outcome[] = [];
  for await (const outcome of runChecks({ caller, service })) {
    if (!json) printOutcome(outcome, outcomes.at(-1));
    outcomes.push(outcome);
  }
  return diagnose(outcomes, service, caller, (performance.now() - startedAt) / 1000);
}

function printOutcome(outcome: Outcome, previous: Outcome | undefined): void {
  const heading = outcome.section === previous?.section ? '' : `${previous ? '\n' : ''}${outcome.section}\n`;
  const line = renderLine(outcome);
  const isWarning = outcome.status === 'problem' || outcome.status === 'note';
  void print(`${heading}${isWarning ? amber(line, process.stdout) : line}\n`);
}
