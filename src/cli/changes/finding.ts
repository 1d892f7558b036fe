import { CommandError, exitCode } from '../terminal/command-error.ts';
import { counted } from '../terminal/format.ts';
import { section } from '../terminal/section.ts';

/** What is suspicious about a change; it may be meant. */
export interface Finding {
  readonly item: string;
  readonly cell: string;
  readonly message: string;
  /** `low` of what good strings have, too: it is shown, and stops nothing. */
  readonly rank?: 'low' | undefined;
}

type Ranked = Pick<Finding, 'rank'>;

/** Returns the findings that a person has to look at. */
export function seriousOf<Found extends Ranked>(findings: readonly Found[]): readonly Found[] {
  return findings.filter(({ rank }) => rank !== 'low');
}

/** Describes findings, those of low rank last. */
export function describeFindings<Found extends Ranked>(
  findings: readonly Found[],
  lineOf: (finding: Found) => string,
  all?: boolean,
): readonly string[] {
  const serious = seriousOf(findings);
  const low = findings.filter((finding) => !serious.includes(finding));
  const stops = low.length === 1 ? 'which stops' : 'which stop';
  return [
    ...section(`${counted(serious.length, 'finding')}:`, serious.map(lineOf), all),
    ...section(`${counted(low.length, 'finding')} of low rank, ${stops} nothing:`, low.map(lineOf), all),
  ];
}

/** The error for findings that nobody has looked at: with `--yes`, they end a run. */
export function notReviewed(findings: readonly Ranked[]): CommandError {
  const message = `${counted(seriousOf(findings).length, 'finding')}; nothing was sent. If they are meant, send them: --skip-checks`;
  return new CommandError('findings', message, exitCode.different);
}
