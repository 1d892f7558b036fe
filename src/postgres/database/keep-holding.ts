/** Something that this process holds for a while. */
export interface Held extends Disposable {
  /** Aborts when another process has it. */
  readonly signal: AbortSignal;
}

/** Says again and again that this process still holds something, until it is disposed; `touch` returns whether it does. */
export function keepHolding(touch: () => Promise<boolean>, interval: number, lost: () => Error): Held {
  const controller = new AbortController();
  let waiting = false;
  const timer = setInterval(() => {
    if (waiting) return;
    waiting = true;
    // A failed attempt says nothing: the next one, or the transaction that needs it, finds out.
    void touch()
      .then(
        (held) => {
          if (!held) controller.abort(lost());
        },
        () => undefined,
      )
      .finally(() => (waiting = false));
  }, interval);
  return { signal: controller.signal, [Symbol.dispose]: () => clearInterval(timer) };
}
