import { printable } from '../../client/errors/printable.ts';
import type { Receipt } from '../../ledger/index.ts';
import { UsageError } from '../terminal/command-error.ts';
import { formatMoment } from '../terminal/format.ts';

/** Whose ledger a file or a run is of. */
export type LedgerSource = Pick<Receipt, 'source' | 'origin'>;

/** Returns the source of a run: the host of its service, unless it was named. */
export function sourceOf(named: string | null | undefined, origin: string | null): LedgerSource {
  return { source: named ?? hostOf(origin), origin };
}

function hostOf(origin: string | null): string | null {
  return origin === null ? null : new URL(origin).hostname;
}

/** Whether somebody has named a source; games that share an address have the same one otherwise. */
export function isNamed({ source, origin }: LedgerSource): boolean {
  return source !== null && !(origin !== null && URL.canParse(origin) && source === hostOf(origin));
}

/** Returns the name of a source for people; a receipt can be edited. */
export function nameOf({ source }: Pick<Receipt, 'source'>): string {
  return source === null ? 'no source' : printable(source, 100);
}

/**
 * Checks that a file is of the source of a run. One that names none is nobody's, such as that of the built-in sandbox.
 *
 * @param flag What uses the file, for the message
 * @throws UsageError naming both
 */
export function checkSource(flag: string, file: string, receipt: LedgerSource, run: LedgerSource): void {
  if (receipt.source === null || receipt.source === run.source) return;
  const own = run.source === null ? 'the built-in sandbox' : nameOf(run);
  throw new UsageError(
    `${flag}: ${file} is of the source ${nameOf(receipt)}, and this run of ${own}: choose another file, or set --source ` +
      `${nameOf(receipt)} if it is the same ledger`,
  );
}

/** Describes when and from where a file was exported. The receipt never has a token. */
export function describeOrigin(receipt: Receipt): string {
  const { finishedAt, origin, environment } = receipt;
  // A receipt can be edited: only what an origin consists of is shown.
  const service = origin !== null && URL.canParse(origin) ? new URL(origin).origin : undefined;
  const address = service ?? (environment === 'sandbox' ? 'the built-in sandbox' : undefined);
  const from = [...(isNamed(receipt) ? [nameOf(receipt)] : []), ...(address === undefined ? [] : [address])];
  return `Exported on ${formatMoment(finishedAt)}${from.length === 0 ? '' : ` from ${from.join(' at ')}`}${
    service === undefined || environment === null ? '' : ` (${environment})`
  }`;
}

/** Says that two files that are compared are not of one ledger. */
export function warningsOfSources(
  receipt: Receipt | undefined,
  other: Receipt | undefined,
): readonly string[] {
  if (!receipt || !other) return [];
  const isOtherService = receipt.origin !== other.origin || receipt.environment !== other.environment;
  const isOtherSource = receipt.source !== other.source && (isNamed(receipt) || isNamed(other));
  return [
    ...(isOtherService ? [`It is from another service: ${describeOrigin(receipt)}.`] : []),
    ...(isOtherSource ? [`It is of another source: ${nameOf(receipt)}, and not ${nameOf(other)}.`] : []),
  ];
}
