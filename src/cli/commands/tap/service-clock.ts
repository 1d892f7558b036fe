import { standstill } from '../../../client/runtime/service-time.ts';
import { CommandError, exitCode } from '../../terminal/command-error.ts';
import { formatDuration } from '../../terminal/format.ts';
import type { TapPosition } from './state.ts';

/** Returns what a state has of a clock: the time before, unless the service's has advanced since. */
export function clockAt(before: TapPosition['clock'], service: string): TapPosition['clock'] {
  const isStill = before && Date.parse(service) - Date.parse(before.service) < standstill.service;
  return isStill ? before : { service, machine: new Date().toISOString() };
}

/** Checks a clock by which a day has not ended. @throws CommandError if it stands still: no later day could ever be read */
export function checkClock(clock: TapPosition['clock']): void {
  const advanced = clock ? Date.now() - Date.parse(clock.machine) : 0;
  if (!clock || advanced < standstill.other) return;
  throw new CommandError(
    'service_clock',
    `the clock of the service stands still at ${clock.service}, while that of this machine advanced ` +
      `${formatDuration(Math.round(advanced / 1000))}: no later day can be read. Report it to the service`,
    exitCode.different,
  );
}
