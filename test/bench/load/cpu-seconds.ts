import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of /proc; the same on all Linux systems. */
const ticks = 100;

interface Times {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly children: number;
}

/** Seconds of CPU time that a process has used. Linux only. */
export function cpuSeconds(pid: number): number {
  return (read(pid)?.own ?? 0) / ticks;
}

/** The same for all processes of a PostgreSQL server, by the process of one of its connections. */
export function serverSeconds(backend: number): number {
  const main = read(backend)?.parent ?? 0;
  const { own = 0, children = 0 } = read(main) ?? {};
  const live = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => read(Number(name)))
    .filter((times) => times?.parent === main);
  return live.reduce((sum, times) => sum + (times?.own ?? 0), own + children) / ticks;
}

function read(pid: number): Times | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended.
    return undefined;
  }
  // Its name, in parentheses, may contain spaces; the fields after it begin with the state, the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
    (index) => Number(fields[index]),
  );
  return { parent, own: user + system, children: childUser + childSystem };
}
