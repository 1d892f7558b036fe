import { clearLine, cursorTo } from 'node:readline';

import { formatDuration, grouped } from './format.ts';

/** Shows the progress of an export or a load on stderr. */
export interface ProgressDisplay {
  /** Updates the number of rows received and expected. */
  readonly update: (rows: number, total: number | null | undefined) => void;
  readonly stop: () => void;
}

const silent: ProgressDisplay = { update: () => undefined, stop: () => undefined };

/** Returns a bar on a terminal, lines elsewhere, and nothing if `quiet`. */
export function createProgress(quiet: boolean, now: () => number = () => performance.now()): ProgressDisplay {
  if (quiet) return silent;
  return process.stderr.isTTY ? bar(now) : lines(now);
}

/** Characters of the bar in a terminal that is wide enough. */
const barSize = 20;

function bar(now: () => number): ProgressDisplay {
  const describe = createDescription(now);
  const { stderr } = process;
  let isDrawn = false;
  return {
    update: (rows, count) => {
      const total = count ?? 0;
      const progress = total > 0 ? Math.min(1, rows / total) : 1;
      const figures = ` ${Math.floor(progress * 100)}% ${describe(rows, total)}`;
      // In the last column, some terminals continue on the next line.
      const width = (stderr.columns || 80) - 1;
      const size = Math.max(0, Math.min(barSize, width - figures.length));
      const full = Math.round(progress * size);
      cursorTo(stderr, 0);
      stderr.write(`${'█'.repeat(full)}${'░'.repeat(size - full)}${figures}`.slice(0, width));
      clearLine(stderr, 1);
      isDrawn = true;
    },
    stop: () => {
      if (isDrawn) stderr.write('\n');
      isDrawn = false;
    },
  };
}

/** A line at each tenth. */
function lines(now: () => number): ProgressDisplay {
  const describe = createDescription(now);
  let tenth: number | undefined;
  return {
    update: (rows, count) => {
      const total = count ?? 0;
      const text = describe(rows, total);
      const reached = total > 0 ? Math.floor((rows / total) * 10) : 10;
      if (tenth === undefined || reached > tenth) process.stderr.write(`${text}\n`);
      tenth = reached;
    },
    stop: () => undefined,
  };
}

/** Returns a function that describes the number of rows, the speed since its first call, and the time left. */
function createDescription(now: () => number): (rows: number, total: number) => string {
  let first: { readonly rows: number; readonly time: number } | undefined;
  return (rows, total) => {
    first ??= { rows, time: now() };
    const seconds = (now() - first.time) / 1000;
    const count = `${grouped(rows)} of ${grouped(total)} rows`;
    if (seconds <= 0 || rows <= first.rows) return count;
    const perSecond = (rows - first.rows) / seconds;
    const left = Math.ceil(Math.max(0, total - rows) / perSecond);
    return `${count}, ${grouped(Math.round(perSecond))} rows/s, ${formatDuration(left)} left`;
  };
}
