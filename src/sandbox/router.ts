/** A request, and the parameters of its path. */
interface Visit {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
}

/** What responds to the requests of a path. */
export interface Handler {
  /** An HTTP method, or `ALL`. */
  readonly method: string;
  /** Whether a path belongs to it, with its parameters as groups. */
  readonly pattern: RegExp;
  /** Returns a response, or leaves the request to the handlers that follow. */
  readonly respond: (visit: Visit) => Response | undefined | Promise<Response | undefined>;
}

/** Returns a handler for a path, in which `:name` is a segment, and `*` at its end is anything. */
export function on(method: string, path: string, respond: Handler['respond']): Handler {
  return { method, pattern: patternOf(path), respond };
}

/** A path with parameters as a pattern: `/v1/price-points/:price`. */
export function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\\\*$/, '.*');
  return new RegExp(`^${escaped.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);
}

/** The response of the first handler that has one; `undefined` if none has. */
export async function firstResponse(
  handlers: readonly Handler[],
  request: Request,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  for (const { method, pattern, respond } of handlers) {
    if (method !== 'ALL' && method !== request.method) continue;
    const match = pattern.exec(pathname);
    const params = match && decodedGroups(match);
    const response = params && (await respond({ request, params }));
    if (response) return response;
  }
  return undefined;
}

/** The parameters of a path; `undefined` if one is not percent-encoded correctly. */
function decodedGroups({ groups = {} }: RegExpExecArray): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}
