import { removeLeftovers } from '../../files/atomic-file.ts';
import { alreadyExists, OutputFile, statsOf, type Target } from '../../files/output-file.ts';
import type { ExportPaths } from '../../ledger-files/delivery.ts';
import type { GivenSettings } from '../../ledger-files/export-settings.ts';
import { receiptPathOf } from '../../ledger-files/receipt-file.ts';
import { UsageError } from '../../terminal/command-error.ts';

/** The flags that name files besides `--out`. */
type NamedFiles = Pick<GivenSettings, 'receipt' | 'quarantine'>;

/** @throws UsageError if two files of the export would have the same path. */
export function checkDistinct(paths: ExportPaths, { quarantine, receipt }: NamedFiles): void {
  const { file, part, progress } = paths;
  if (typeof receipt === 'string' && [file, part, progress].includes(receipt)) {
    throw new UsageError('--receipt: must be another file');
  }
  if (
    typeof quarantine === 'string' &&
    [file, part, progress, receipt ?? paths.receipt].includes(quarantine)
  ) {
    throw new UsageError('--quarantine: must be another file');
  }
}

/** Returns the files that an export to `out` writes. */
export function targetsOf(out: string, paths: ExportPaths, { receipt, quarantine }: NamedFiles): Target[] {
  const ownReceipt = { flag: 'out', path: paths.receipt, name: receiptPathOf(out) };
  return [
    { flag: 'out', path: paths.progress, name: `${out}.part.json` },
    partTarget(out, paths),
    { flag: 'out', path: paths.file, name: out, instead: 'add --resume to check it' },
    ...(typeof receipt === 'string' ? [] : [ownReceipt]),
    ...namedTargets({ receipt, quarantine }),
  ];
}

/** Returns `FILE.part`, for an export without a state: one that exists is somebody else's. */
export function partTarget(out: string, { part }: ExportPaths): Target {
  const instead = 'it is of no unfinished export, so move it away';
  return { flag: 'out', path: part, name: `${out}.part`, instead };
}

/** Returns the files that flags name. */
function namedTargets({ receipt, quarantine }: NamedFiles): Target[] {
  return Object.entries({ receipt, quarantine }).flatMap(([flag, path]) =>
    typeof path === 'string' ? [{ flag, path }] : [],
  );
}

/** @throws UsageError if one is not a regular file. */
export async function checkKinds(targets: readonly Target[]): Promise<void> {
  for (const target of targets) await statsOf(target);
}

/**
 * Checks the files of an export that starts anew, before its first request.
 *
 * @throws UsageError if one exists without `--force`, or is not a regular file.
 */
export async function checkNew(targets: readonly Target[], force: boolean): Promise<void> {
  for (const target of targets) {
    if ((await statsOf(target)) && !force) throw alreadyExists(target);
    await removeLeftovers(target.path);
  }
}

/** Checks the files that an export to stdout writes, before its first request; returns them by flag. @throws UsageError as above. */
export async function checkNamed(
  named: NamedFiles,
  force: boolean,
): Promise<Readonly<Record<string, OutputFile>>> {
  const files: Record<string, OutputFile> = {};
  for (const target of namedTargets(named)) files[target.flag] = await OutputFile.check(target, force);
  return files;
}
