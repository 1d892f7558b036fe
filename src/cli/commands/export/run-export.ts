import { problemsOf } from '../../../ledger/completeness.ts';
import type { Receipt } from '../../../ledger/index.ts';
import { clientOptionsOf } from '../../flags/request-options.ts';
import {
  describeRange,
  netOf,
  roundedWarning,
  uncoveredWarning,
  unfinishedWarning,
} from '../../ledger-files/receipt-file.ts';
import { exitCode, type ExitCode, systemCode, UsageError } from '../../terminal/command-error.ts';
import { describeNet, grouped, warningStyle } from '../../terminal/format.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { warn } from '../../terminal/log-line.ts';
import { createOutput } from '../../terminal/output.ts';
import { explainFailure } from './explain-failure.ts';
import { exportToFile } from './export-to-file.ts';
import { exportToStdout } from './export-to-stdout.ts';
import type { ExportFlags } from './flags.ts';
import { givenSettings } from './given-settings.ts';
import { limitMemory } from './limit-memory.ts';

/** Runs `export`. @throws CommandError */
export async function runExport(flags: ExportFlags): Promise<ExitCode> {
  const { out, resume = false, force = false, keep = false } = flags;
  if (out === '-') checkStdout(flags);
  const given = givenSettings(flags);
  const limits = clientOptionsOf(flags);
  const { progress, say, print } = createOutput(flags);
  using interrupt = createInterrupt();
  const { signal } = interrupt;
  limitMemory();

  let savedRows = 0;
  const onSaved = (rows: number): void => void (savedRows = rows);
  let receipt: Receipt;
  try {
    receipt =
      out === '-'
        ? await exportToStdout({ given, limits, force, signal, progress })
        : await exportToFile({ out, given, limits, resume, force, keep, signal, progress, say, onSaved });
  } catch (error) {
    // As `head` does, which has what it needs. The exit code says that there was more.
    if (out === '-' && systemCode(error) === 'EPIPE') return exitCode.failed;
    const keptRows = out === '-' ? null : savedRows;
    throw explainFailure(error, { keptRows, signal });
  }
  print(receipt, []);
  return report(receipt, out === '-' ? 'stdout' : out, say);
}

function checkStdout({ json, resume, keep }: ExportFlags): void {
  if (json) throw new UsageError('--json: must not be combined with --out -, which prints the rows');
  if (resume) throw new UsageError('--resume: must not be combined with --out -');
  if (keep) throw new UsageError('--keep: must not be combined with --out -');
}

function report(receipt: Receipt, out: string, say: (line: string) => void): ExitCode {
  const { complete, rows, file } = receipt;
  const size = file ? `, ${grouped(file.bytes)} bytes, SHA-256 ${file.sha256}` : '';
  say(`${out}: ${grouped(rows)} rows${size}`);
  say(describeRange(receipt));
  say(describeNet(netOf(receipt)));
  const warnings = [...uncoveredWarning(receipt), ...unfinishedWarning(receipt), ...roundedWarning(receipt)];
  for (const warning of warnings) say(warningStyle(warning, process.stderr));
  if (complete) return exitCode.done;
  warn([`${out} is incomplete: ${reasonsOf(receipt).join('; ')}`, ...adviceFor(receipt)].join('. '));
  return exitCode.different;
}

function adviceFor({ changedWhileRead, rowsWithSameKey }: Receipt): readonly string[] {
  if (!changedWhileRead) return [];
  const again =
    'The file is kept; run the export again with --force once the range has ended and no rows are added';
  // At the border of two pages, they look like pages that shifted.
  const oneKey =
    'Some rows have the same timestamp, type and id: to read them on one page, add another --limit, such as 9999';
  return rowsWithSameKey > 0 ? [again, oneKey] : [again];
}

function reasonsOf(receipt: Receipt): string[] {
  // A receipt does not count duplicates: they are the reason if there is no other.
  const problems = problemsOf(receipt);
  return problems.length > 0 ? problems.map(({ message }) => message) : ['rows occur more than once'];
}
