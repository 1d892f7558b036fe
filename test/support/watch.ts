import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Node gives programs its garbage collector only under this flag, and only in contexts made after it was set.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Frees the memory of all that nothing refers to. */
export async function collectGarbage(): Promise<void> {
  // What was read in this turn is held until its end.
  await turn();
  collect();
}

/** Objects that should be released, in order. */
export class Watch {
  readonly #things: WeakRef<object>[] = [];

  get size(): number {
    return this.#things.length;
  }

  add(thing: object): void {
    this.#things.push(new WeakRef(thing));
  }

  /** How many are still in memory, not counting so many of the latest. */
  held(uncounted = 0): number {
    const counted = this.#things.slice(0, Math.max(0, this.size - uncounted));
    return counted.filter((thing) => thing.deref() !== undefined).length;
  }
}

/** Watches the pages that are parsed from JSON, those that are never delivered too, until disposed. */
export class ParsedPages extends Watch implements Disposable {
  readonly #parse = JSON.parse.bind(JSON);

  constructor() {
    super();
    JSON.parse = (...parameters: Parameters<typeof JSON.parse>): unknown => {
      const value: unknown = this.#parse(...parameters);
      if (typeof value === 'object' && value !== null && 'results' in value) this.add(value);
      return value;
    };
  }

  [Symbol.dispose](): void {
    JSON.parse = this.#parse;
  }
}
