import { ConfigurationError } from '../errors/index.ts';
import type { Env, Environment, ServiceOptions } from './environment.ts';
import { readSetting, settings } from './setting.ts';

/**
 * Returns the base URL of an environment.
 *
 * @throws {@link ConfigurationError} when it is missing or invalid, or would send the token unencrypted
 */
export function resolveBaseUrl(options: ServiceOptions, environment: Environment, env: Env): string {
  const { address, token } = settings[environment];
  const setting = readSetting(options, address, env, token);
  if (setting?.value) return checkBaseUrl(setting.option, setting.value);
  const [{ option, variable }] = address;
  throw new ConfigurationError(
    option,
    `is required in the ${environment} environment: pass it, or set the environment variable ${variable}`,
  );
}

function checkBaseUrl(option: string, value: string): string {
  const reject = (rule: string): never => {
    throw new ConfigurationError(option, rule);
  };
  if (!URL.canParse(value)) reject('must be an absolute URL, for example https://commerce.example.com');
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') reject('must start with https://');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    reject(
      'must start with https:// (plain http is allowed for loopback addresses only: it would expose the token)',
    );
  }
  if (url.username || url.password) reject('must not contain a user name or password');
  if (/[?#]/.test(url.href)) reject('must not contain a query or a fragment');
  return url.href.replace(/\/+$/, '');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
