/** Whether a value that user code threw is of a class; `instanceof` alone throws for some proxies. */
export function isInstance<T>(value: unknown, ofClass: abstract new (...args: never[]) => T): value is T {
  try {
    return value instanceof ofClass;
  } catch {
    return false;
  }
}
