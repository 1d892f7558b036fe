import { clearLine, cursorTo } from 'node:readline';

import { formatDuration, grouped } from './format.ts';
import { writeLine } from './log-line.ts';

/** Shows the progress of a command on stderr. */
export interface ProgressDisplay {
  /** Updates the number of rows, or of what else is counted, that are done and expected. */
  readonly update: (rows: number, total: number | null | undefined) => void;
  readonly stop: () => void;
}

const silent: ProgressDisplay = { update: () => undefined, stop: () => undefined };

/** Returns a bar on a terminal, lines elsewhere, and nothing if `quiet`. The noun is what is counted. */
export function createProgress(quiet: boolean, noun = 'rows'): ProgressDisplay {
  if (quiet) return silent;
  const describe = createDescription(noun);
  return process.stderr.isTTY ? bar(describe) : lines(describe);
}

/** Describes how much is done, of how much. */
type Description = (rows: number, total: number) => string;

/** Characters of the bar in a terminal that is wide enough. */
const barSize = 20;

function bar(describe: Description): ProgressDisplay {
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
function lines(describe: Description): ProgressDisplay {
  let tenth: number | undefined;
  return {
    update: (rows, count) => {
      const total = count ?? 0;
      const text = describe(rows, total);
      const reached = total > 0 ? Math.floor((rows / total) * 10) : 10;
      if (tenth === undefined || reached > tenth) writeLine(text);
      tenth = reached;
    },
    stop: () => undefined,
  };
}

/** Returns a function that describes the number, the speed since its first call, and the time left. */
function createDescription(noun: string): Description {
  let first: { readonly rows: number; readonly time: number } | undefined;
  return (rows, total) => {
    const time = performance.now();
    first ??= { rows, time };
    const seconds = (time - first.time) / 1000;
    const count = `${grouped(rows)} of ${grouped(total)} ${noun}`;
    if (seconds <= 0 || rows <= first.rows) return count;
    const perSecond = (rows - first.rows) / seconds;
    const left = Math.ceil(Math.max(0, total - rows) / perSecond);
    return `${count}, ${grouped(Math.round(perSecond))} ${noun}/s, ${formatDuration(left)} left`;
  };
}
