import { Presets, SingleBar } from 'cli-progress';

import { grouped } from '../grouped.ts';

/** Shows the progress of an export on stderr. */
export interface ProgressDisplay {
  /** Updates the number of rows received and expected. */
  readonly update: (rows: number, total: number) => void;
  readonly stop: () => void;
}

const silent: ProgressDisplay = { update: () => undefined, stop: () => undefined };

/** Returns a bar on a terminal, lines elsewhere, and nothing if `quiet`. */
export function createProgress(quiet: boolean, now: () => number = () => performance.now()): ProgressDisplay {
  if (quiet) return silent;
  return process.stderr.isTTY ? bar() : lines(now);
}

function bar(): ProgressDisplay {
  const display = new SingleBar(
    {
      format: '{bar} {percentage}% | {value} of {total} rows | {speed} rows/s | {eta_formatted} left',
      stream: process.stderr,
    },
    Presets.shades_classic,
  );
  const speed = createSpeed(() => performance.now());
  return {
    update: (rows, total) => {
      const payload = { speed: grouped(speed(rows)) };
      if (display.isActive) {
        display.setTotal(total);
        display.update(rows, payload);
      } else display.start(total, rows, payload);
    },
    stop: () => display.stop(),
  };
}

/** A line at each tenth. */
function lines(now: () => number): ProgressDisplay {
  const speed = createSpeed(now);
  let tenth: number | undefined;
  return {
    update: (rows, total) => {
      const perSecond = speed(rows);
      const reached = total > 0 ? Math.floor((rows / total) * 10) : 10;
      if (tenth === undefined || reached > tenth) {
        const left = perSecond > 0 ? `, ${Math.ceil(Math.max(0, total - rows) / perSecond)} s left` : '';
        process.stderr.write(
          `${grouped(rows)} of ${grouped(total)} rows, ${grouped(perSecond)} rows/s${left}\n`,
        );
      }
      tenth = reached;
    },
    stop: () => undefined,
  };
}

/** Returns a function from the number of rows to rows per second since the first call. */
function createSpeed(now: () => number): (rows: number) => number {
  let first: { readonly rows: number; readonly time: number } | undefined;
  return (rows) => {
    first ??= { rows, time: now() };
    const seconds = (now() - first.time) / 1000;
    return seconds > 0 ? Math.round((rows - first.rows) / seconds) : 0;
  };
}
