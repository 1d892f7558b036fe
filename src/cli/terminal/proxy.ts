import type { ConnectionError } from '../../client/errors/index.ts';

/** Codes of a connection that was not made: the system's and those of undici. */
const notMade =
  /^(?:E(?:CONNREFUSED|NOTFOUND|AI_\w+|TIMEDOUT|HOSTUNREACH|NETUNREACH)|UND_ERR_CONNECT_TIMEOUT)$/;

/**
 * Returns what failed in a connection. If it is that to the proxy, the proxy is named rather than the service; and where
 * Node ignores the variable of a proxy, what makes it read it.
 */
export function explainConnection({ message, systemCode = '', cause }: ConnectionError): string {
  const { env } = process;
  const scheme = message.includes('https:') ? 'HTTPS' : 'HTTP';
  const variable = [`${scheme.toLowerCase()}_proxy`, `${scheme}_PROXY`].find((name) => env[name]);
  if (variable === undefined || !notMade.test(systemCode)) return message;
  if (!isProxyUsed()) return `${message}; Node ignores ${variable}: set NODE_USE_ENV_PROXY=1`;
  const proxy = env[variable] ?? '';
  if (!URL.canParse(proxy) || !names(cause, new URL(proxy))) return message;
  // The user and the password of a proxy are not shown.
  return `could not connect to the proxy ${new URL(proxy).host}, which ${variable} names (${systemCode})`;
}

function isProxyUsed(): boolean {
  const { env, execArgv } = process;
  const options = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(' ')];
  return env['NODE_USE_ENV_PROXY'] === '1' || options.includes('--use-env-proxy');
}

/** Whether an error or one of its causes names a host, or its address by the port. */
function names(error: unknown, proxy: URL): boolean {
  if (!(error instanceof Error)) return false;
  const port = proxy.port || (proxy.protocol === 'https:' ? '443' : '80');
  const isNamed = error.message.includes(proxy.hostname) || new RegExp(`:${port}(?!\\d)`).test(error.message);
  return isNamed || names(error.cause, proxy);
}
