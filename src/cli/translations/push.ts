import { BasePublisherError } from '../../client/errors/index.ts';
import { exitCode, type ExitCode, explainError, explainServiceError, withAdvice } from '../command-error.ts';
import { confirm } from '../confirm.ts';
import { connect, type Connection } from '../connection.ts';
import { counted, grouped } from '../format.ts';
import { interruptible } from '../interrupt.ts';
import { createOutput } from '../output.ts';
import { readTableFormat } from '../table/table-flags.ts';
import type { PushFlags } from './command.ts';
import { checkLocale } from './locales.ts';
import {
  type Change,
  countChanges,
  inputOf,
  planChanges,
  renderChanges,
  renderPlan,
  valuesIn,
} from './push-plan.ts';
import { readTranslations } from './translation-file.ts';
import { readService } from './translation-table.ts';

/** What is sent from where, and to which service. */
interface Push {
  readonly path: string;
  readonly flags: PushFlags;
  readonly connection: Connection;
  readonly changes: readonly Change[];
  /** Locales that the service has no translation of; one may be misspelled. */
  readonly newLocales: readonly string[];
}

/** How a push has ended. */
interface Result {
  readonly exit: ExitCode;
  /** For people. */
  readonly lines: readonly string[];
  /** The state of each change; `failed` if it is not known to be applied. @defaultValue `not_sent` */
  readonly stateOf?: (change: Change, index: number) => 'applied' | 'differs' | 'failed';
  readonly error?: Readonly<Record<'code' | 'message', string>> & Pick<BasePublisherError, 'outcome'>;
}

/** `translations push`: sends what is new or changed in a file. @throws CommandError */
export async function runPush(path: string, flags: PushFlags): Promise<ExitCode> {
  const file = await readTranslations(readTableFormat(path, flags));
  const connection = connect(flags);
  const work = async (signal: AbortSignal): Promise<ExitCode> => {
    const service = await readService(connection.client, signal);
    for (const name of file.locales) checkLocale(`${path}: the column`, name, service.locales);
    const newLocales = file.locales.filter((name) => !service.locales.includes(name));
    const push = { path, flags, connection, changes: planChanges(file, service), newLocales };
    printPlan(push);
    const result = await apply(push, signal);
    printResult(push, result);
    return result.exit;
  };
  return interruptible(work, explainError, 'Run it again: it sends only what is left');
}

/** Prints what would be sent, whatever the flags for whoever is asked. */
function printPlan({ path, flags, connection, changes, newLocales }: Push): void {
  const { json, quiet, yes, dryRun } = flags;
  const isAsked = !yes && !dryRun;
  if (changes.length === 0 || (!isAsked && (quiet || json))) return;
  const head = `${path} has ${counted(changes.length, 'change')} for ${connection.name}`;
  const added = newLocales.length > 0 ? [`New in the service: ${newLocales.join(', ')}`] : [];
  // With --json, stdout is for the document alone.
  (json ? process.stderr : process.stdout).write(`${[head, ...renderPlan(changes), ...added].join('\n')}\n`);
}

/** Asks, sends the changes, reads them again, and compares. */
async function apply({ path, flags, connection, changes }: Push, signal: AbortSignal): Promise<Result> {
  const { client, name: where } = connection;
  if (changes.length === 0)
    return { exit: exitCode.done, lines: [`Nothing to do: ${where} has all of ${path}`] };
  if (flags.dryRun) return { exit: exitCode.different, lines: ['Nothing was sent: --dry-run'] };
  const question = `Send ${counted(changes.length, 'translation')} to ${where}?`;
  if (!(await confirm(question, flags.yes ?? false, signal)))
    return { exit: exitCode.failed, lines: ['Nothing was sent'] };
  const { progress } = createOutput(flags, 'translations');
  let sent = 0;
  try {
    await client.translations.setAll(inputOf(changes), {
      signal,
      onProgress: ({ translations, totalTranslations }) => {
        sent = translations;
        progress.update(translations, totalTranslations);
      },
    });
    progress.stop();
    const stored = valuesIn(await readService(client, signal));
    return compare(changes, (change) => stored(change.key, change.locale));
  } catch (error) {
    if (!(error instanceof BasePublisherError)) throw error;
    const done = `Sent before: ${grouped(sent)} of ${counted(changes.length, 'translation')}`;
    const advice = `${done}; outcome: ${error.outcome ?? 'not sent'}. Run it again: it sends only what is left`;
    const message = withAdvice(explainServiceError(error), advice);
    return {
      exit: exitCode.failed,
      lines: [],
      stateOf: (_change, index) => (index < sent ? 'applied' : 'failed'),
      error: { code: error.code, message, outcome: error.outcome },
    };
  } finally {
    progress.stop();
  }
}

function compare(changes: readonly Change[], stored: (change: Change) => string | null): Result {
  const differing = new Set(changes.filter((change) => stored(change) !== change.to));
  const sent = `Sent ${counted(changes.length, 'translation')}`;
  const other = [...differing].map((change) => ({ ...change, from: change.to, to: stored(change) }));
  const isGood = other.length === 0;
  return {
    exit: isGood ? exitCode.done : exitCode.different,
    lines: isGood
      ? [`${sent}, and read again: the service has all of them`]
      : [
          `${sent}, but the service stores ${grouped(other.length)} otherwise (sent → stored):`,
          ...renderChanges(other),
        ],
    stateOf: (change) => (differing.has(change) ? 'differs' : 'applied'),
  };
}

function printResult(push: Push, { exit, lines, stateOf, error }: Result): void {
  const { path, flags, connection, changes } = push;
  const { environment, origin } = connection;
  const described = changes.map((change, index) => {
    const { key, locale, from, to } = change;
    const { kind, external_id: externalId, type, field } = key;
    const name = kind === 'static' ? { key: key.key } : { type, externalId, field };
    return { kind, ...name, locale, from, to, state: stateOf?.(change, index) ?? 'not_sent' };
  });
  const head = { file: path, environment, origin, locales: countChanges(changes) };
  createOutput(flags).print({ ...head, changes: described, error }, lines, exit === exitCode.different);
  if (error) process.stderr.write(`publisher-commerce: ${error.message}\n`);
}
