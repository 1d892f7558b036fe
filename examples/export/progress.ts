import { Presets, SingleBar } from 'cli-progress';

/** Shows the progress of an export. */
export interface ProgressDisplay {
  total(rows: number): void;
  rows(rows: number): void;
  stop(): void;
}

/** A bar on a terminal, a line at each tenth elsewhere. */
export function createProgress(startRows: number): ProgressDisplay {
  return process.stderr.isTTY ? bar(startRows) : lines(startRows);
}

function bar(startRows: number): ProgressDisplay {
  const display = new SingleBar(
    {
      format: '{bar} {percentage}% | {value} of {total} rows | {duration_formatted}',
      stream: process.stderr,
    },
    Presets.shades_classic,
  );
  return {
    total: (rows) => (display.isActive ? display.setTotal(rows) : display.start(rows, startRows)),
    rows: (rows) => display.update(rows),
    stop: () => display.stop(),
  };
}

function lines(startRows: number): ProgressDisplay {
  let total = 0;
  let tenth = 0;
  return {
    total(rows) {
      if (total === 0) tenth = Math.floor((startRows / rows) * 10);
      total = rows;
    },
    rows(rows) {
      const reached = Math.floor((rows / total) * 10);
      if (reached <= tenth) return;
      tenth = reached;
      console.error(`${rows} of ${total} rows`);
    },
    stop: () => undefined,
  };
}
