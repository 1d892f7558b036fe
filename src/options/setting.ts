import { ConfigurationError } from '../errors/index.ts';
import type { Env, Environment, ServiceOptions } from './environment.ts';

/** An option, and the variable that is used without it. */
interface Source<Option> {
  readonly option: Option;
  readonly variable: string;
}

/** What sets a value: the first option that is passed, else the first variable that is set. */
type Setting<Option> = readonly [Source<Option>, ...Source<Option>[]];

interface Settings {
  readonly address: Setting<'baseUrl' | 'sandboxUrl'>;
  readonly token: Setting<'token' | 'sandboxToken'>;
}

const token = { option: 'token', variable: 'PUBLISHER_TOKEN' } as const;
const sandboxToken = { option: 'sandboxToken', variable: 'PUBLISHER_SANDBOX_TOKEN' } as const;

/** What sets the base URL and the token of each environment. */
export const settings: Readonly<Record<Environment, Settings>> = {
  production: { address: [{ option: 'baseUrl', variable: 'PUBLISHER_BASE_URL' }], token: [token] },
  sandbox: {
    address: [{ option: 'sandboxUrl', variable: 'PUBLISHER_SANDBOX_URL' }],
    token: [sandboxToken, token],
  },
};

/**
 * Returns the value of a setting, and the option that errors name; `undefined` if nothing sets it.
 *
 * @param others What has to belong to the same publisher.
 * @throws {@link ConfigurationError} when an option is undefined beside one of the others, but a variable is set: it
 *   may belong to another publisher
 */
export function readSetting<Option extends keyof ServiceOptions>(
  options: ServiceOptions,
  setting: Setting<Option>,
  env: Env,
  others: Setting<keyof ServiceOptions>,
): { readonly option: Option; readonly value: NonNullable<ServiceOptions[Option]> | string } | undefined {
  for (const { option } of setting) {
    const value = options[option];
    if (value != null) return { option, value };
  }
  for (const { option, variable } of setting) {
    const value = env[variable];
    if (!value) continue;
    const missing = setting.find((source) => Object.hasOwn(options, source.option));
    const other = others.find((source) => options[source.option] !== undefined);
    if (missing && other) {
      throw new ConfigurationError(missing.option, undefinedRule(other.option, variable));
    }
    return { option, value };
  }
  return undefined;
}

/** The rule for an option that is passed as `undefined`, although its environment variable is set. */
function undefinedRule(other: string, variable: string): string {
  return (
    `must not be undefined when ${other} is passed: ${variable} is not used for it, ` +
    'because the two may belong to different publishers; pass a value, or omit the option to use the variable'
  );
}
