import * as z from 'zod';

import {
  ConfigurationError,
  InvalidRequestError,
  PublisherError,
  ResponseValidationError,
} from '../../../client/errors/index.ts';
import { printable } from '../../../client/errors/printable.ts';
import {
  CommandError,
  explainPageError,
  reasonOf,
  systemCode,
  UsageError,
  withAdvice,
} from '../../terminal/command-error.ts';
import { grouped } from '../../terminal/format.ts';
import { interrupted } from '../../terminal/interrupt.ts';

/** The state of an export that failed. */
interface FailedExport {
  /** Rows that are in the file for good; `null` for an export to stdout, which cannot be continued. */
  readonly keptRows: number | null;
  readonly signal: AbortSignal;
}

/** Returns the error of an export in one line that says how to continue. */
export function explainFailure(error: unknown, { keptRows, signal }: FailedExport): unknown {
  // A CommandError says what to do.
  if (error instanceof CommandError) return error;
  if (error instanceof ConfigurationError || error instanceof InvalidRequestError) {
    return new UsageError(error.message);
  }
  const advice = adviceFor(keptRows);
  const code = systemCode(error);
  if (code !== undefined) {
    const { path } = error as NodeJS.ErrnoException;
    const kind = code === 'ENOSPC' ? 'disk_full' : 'write_failed';
    const which = path === undefined ? '' : `${path}: `;
    return new CommandError(kind, withAdvice(which + reasonOf(error), advice));
  }
  if (signal.aborted) return interrupted(signal, advice);
  if (!(error instanceof PublisherError)) return error;
  return new CommandError(
    error.code,
    withAdvice(explain(error, keptRows === null ? '' : '--force '), advice),
  );
}

/** Without a row there is nothing to continue. */
function adviceFor(keptRows: number | null): string {
  if (keptRows === null) return 'Start again: an export to stdout cannot be continued';
  if (keptRows === 0) return '';
  return `${grouped(keptRows)} rows are kept: run the same command with --resume to continue`;
}

function explain(error: PublisherError, force: string): string {
  if (error instanceof ResponseValidationError && error.row !== undefined) {
    const aside = `to set invalid rows aside, start again with ${force}--quarantine FILE`;
    return `${describeTransaction(error.rawRow)} is invalid: ${error.message}; ${aside}`;
  }
  return explainPageError(error);
}

const identified = z.looseObject({ transactionDetails: z.looseObject({ id: z.string() }) });

function describeTransaction(row: unknown): string {
  const { data } = identified.safeParse(row);
  return data ? `transaction "${printable(data.transactionDetails.id, 100)}"` : 'a transaction without an id';
}
