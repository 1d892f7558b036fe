import { setFlagsFromString } from 'node:v8';

import { ConfigurationError } from '../../../client/errors/index.ts';
import { DataFileError } from '../../../sandbox/store/data-file.ts';
import { flagOf, rangeOf } from '../../flags/flags.ts';
import { CommandError, exitCode, type ExitCode, UsageError } from '../../terminal/command-error.ts';
import type { SandboxFlags } from './flags.ts';
import { serve } from './serve.ts';

/** Runs `sandbox`. @throws CommandError */
export async function runSandbox(flags: SandboxFlags): Promise<ExitCode> {
  const { port, allowHost, quiet = false, month, start, end, now, ...options } = flags;
  // Most of what the sandbox allocates is garbage after each response. By default, V8 grows its young generation to
  // about a hundred megabytes before it collects.
  setFlagsFromString('--semi-space-growth-factor=1');
  const range = rangeOf({ month, start, end });
  const period = range && { start: range.startDate, end: range.endDate };
  try {
    await serve({ port, allowedHosts: allowHost, quiet }, { ...options, period, now: clockFrom(now) });
  } catch (error) {
    throw explainStart(error, port);
  }
  return exitCode.done;
}

/** Returns a clock that begins at a time, and goes on as that of this computer. */
function clockFrom(time: string | undefined): (() => Date) | undefined {
  if (time === undefined) return undefined;
  const ahead = Date.parse(time) - Date.now();
  return () => new Date(Date.now() + ahead);
}

function explainStart(error: unknown, port: number): unknown {
  if (error instanceof ConfigurationError)
    return new UsageError(`${sandboxFlagOf(error.option)}: ${error.rule}`);
  const { code } = error as { code?: unknown };
  if (error instanceof DataFileError && code === 'data_file_locked') {
    return new CommandError('file_locked', error.message, exitCode.busy);
  }
  if (code === 'EADDRINUSE') {
    const problem = `port ${port} is in use: choose another one with --port, or 0 for a free one`;
    return new CommandError('port_in_use', problem);
  }
  if (code === 'EACCES') {
    const problem = `no permission to use port ${port}: choose another one with --port`;
    return new CommandError('port_forbidden', problem);
  }
  return error;
}

/** Returns the flag that sets an option of `createSandbox` or `listen`. */
function sandboxFlagOf(option: string): string {
  return option === 'allowedHosts' ? '--allow-host' : flagOf(option);
}
