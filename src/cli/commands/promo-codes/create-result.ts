import type { PublisherError } from '../../../client/errors/index.ts';
import { printable } from '../../../client/errors/printable.ts';
import type { Connection } from '../../service/connection.ts';
import { exitCode, type ExitCode, explainServiceError, withAdvice } from '../../terminal/command-error.ts';
import { counted, grouped, listed } from '../../terminal/format.ts';
import { fail } from '../../terminal/log-line.ts';
import { createOutput } from '../../terminal/output.ts';
import { maxShown, renderMore } from '../../terminal/terminal-table.ts';
import type { Code, CodeState } from './codes-file.ts';
import { isAboutCodes } from './create-codes.ts';
import type { CreateFlags } from './flags.ts';

/** Prints the states of the codes, and the failure that ended the run, if one did. Returns the exit code. */
export function printCreation(
  flags: CreateFlags,
  { environment, origin }: Connection,
  codes: readonly Code[],
  error?: PublisherError,
): ExitCode {
  const { coupon, out } = flags;
  const counts = { created: 0, exists: 0, rejected: 0, unknown: 0, pending: 0 } satisfies Record<
    CodeState,
    number
  >;
  for (const { state } of codes) counts[state] += 1;
  const others = codes.filter(({ state, message }) =>
    state === 'created' ? message !== '' : state !== 'pending',
  );
  const isGood = error === undefined && counts.created === codes.length && others.length === 0;
  const failure = error && {
    code: error.code,
    message: withAdvice(explainServiceError(error), nextAfter(error, flags)),
    outcome: error.outcome,
  };
  const listed = others.map(({ name, state, message }) => ({ name, state, message }));
  const document = { file: out, coupon, environment, origin, ...counts, codes: listed, error: failure };
  createOutput(flags).print(document, render(flags, counts, others), !isGood);
  if (failure) fail(failure.message);
  if (failure) return exitCode.failed;
  return isGood ? exitCode.done : exitCode.different;
}

function nextAfter(error: PublisherError, { out, skipChecks }: CreateFlags): string {
  // What was skipped once stops the next run, too.
  const resume = `--resume${skipChecks ? ' --skip-checks' : ''}`;
  if (error.outcome === 'unknown')
    return `The codes of this request may exist: they are unknown in ${out}. Continue with the others: ${resume}`;
  const pending = `The codes of this request are pending again in ${out}.`;
  return isAboutCodes(error)
    ? `The message names none of them. ${pending} If it is about one of them, or the service takes fewer at once: ${resume} --batch 1`
    : `${pending} Continue with ${resume}`;
}

/** The service's message may be long. */
const maxMessage = 200;
/** Codes of one reason that are named. */
const maxNames = 20;

function render(
  { coupon, out }: CreateFlags,
  counts: Readonly<Record<CodeState, number>>,
  others: readonly Code[],
): readonly string[] {
  const parts = Object.entries(counts).filter(([state, count]) => count > 0 || state === 'created');
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const states = parts.map(([state, count]) => `${grouped(count)} ${state}`).join(', ');
  const reasons = [
    ...Map.groupBy(others, ({ state, message }) => `${state}${message === '' ? '' : `: ${message}`}`),
  ];
  return [
    `${out}: ${counted(total, 'code')} of the coupon ${printable(coupon, maxMessage)}: ${states}`,
    ...reasons.slice(0, maxShown).map(([reason, alike]) => {
      const names = alike.map(({ name }) => printable(name, maxMessage));
      return `  ${listed(names, maxNames)} ${printable(reason, maxMessage)}`;
    }),
    ...renderMore(reasons.length - maxShown, `; ${out} has all of them`),
    ...(counts.unknown > 0 ? ['Unknown codes may exist. To retry them: --resume --retry-unknown'] : []),
  ];
}
