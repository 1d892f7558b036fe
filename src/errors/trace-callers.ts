import { addCallers, captureCaller, setCreator } from './callers.ts';

type Method = (...args: unknown[]) => unknown;

/**
 * Returns the same methods, whose errors show where user code called them. An object that a method returns at once,
 * such as a paginator, remembers where it was created.
 */
export function traceCallers<Methods extends object>(methods: Methods): Methods {
  const traced = Object.entries(methods).map(([name, method]) => [name, traceCaller(name, method as Method)]);
  // The names and signatures are unchanged.
  return Object.fromEntries(traced) as Methods;
}

function traceCaller(name: string, method: Method): Method {
  function call(...args: unknown[]): unknown {
    const caller = captureCaller(call);
    const result = method(...args);
    if (result instanceof Promise) {
      return result.catch((error: unknown) => {
        throw addCallers(error, [caller]);
      });
    }
    if (Object(result) === result) setCreator(result as object, caller);
    return result;
  }
  return Object.defineProperty(call, 'name', { value: name });
}
