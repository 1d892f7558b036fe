import { defaultSandboxUrl } from '../../sandbox/connect.ts';
import { UsageError } from '../usage-error.ts';

const variable = 'PUBLISHER_SANDBOX_URL';

/**
 * Returns the URL of the sandbox, without a slash at its end: that of `--url`, else of `PUBLISHER_SANDBOX_URL`, else
 * port 4010 of this machine.
 *
 * @throws UsageError naming the flag or the variable.
 */
export function sandboxUrl(flag: string | undefined, env: NodeJS.ProcessEnv): string {
  if (flag !== undefined) return readUrl('--url', flag);
  return readUrl(variable, env[variable] || defaultSandboxUrl);
}

function readUrl(name: string, value: string): string {
  const reject = (rule: string): never => {
    throw new UsageError(`${name}: ${rule}`);
  };
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value))
    reject(`must be a URL, for example ${defaultSandboxUrl}`);
  const { href, username, password } = new URL(value);
  if (username || password) reject('must not contain a user name or password');
  if (/[?#]/.test(href)) reject('must not contain a query or a fragment');
  return href.replace(/\/+$/, '');
}
