import * as z from 'zod';

import { inputObject } from '../../client/api/input-object.ts';
import type { CurrencyDigits } from '../../client/money/currency-digits.ts';
import type { ConfigurationError } from '../../client/errors/index.ts';
import { rejectedOption } from '../../client/options/rules.ts';
import type { SandboxSettings } from '../options.ts';
import type { Service } from '../service.ts';
import type { PurchaseState } from '../store/session.ts';

/** How a field of an action is named, shown and read where people type it. */
export interface ActionField {
  /** Its name in the form. */
  readonly label: string;
  /** What `trigger --help` says about it. */
  readonly help: string;
  /** Argument or flag of `trigger`: `<session>`, `--endpoint <url>`. */
  readonly flag: string;
  /** Converts what was typed; anything else stays as it is, for the message of its rule. @defaultValue a string */
  readonly read?: (text: string) => unknown;
  /** Whether the flag is repeatable, and the form takes several values with spaces or commas between them. */
  readonly isList?: true;
  /** Whether the flag has no value, and an opposite: `--applied` and `--no-applied`. */
  readonly isSwitch?: true;
  /** The values of a `select`, with their labels. @defaultValue the form has an `input` */
  readonly options?: readonly (readonly [value: string, label: string])[];
  /** Type of the `input`. @defaultValue `'text'` */
  readonly type?: 'url' | 'number';
  /** An example in the empty `input`. */
  readonly placeholder?: string;
  /** What the form contains at first. */
  readonly initial?: (settings: SandboxSettings) => string | undefined;
  /** Whether the form shows it only when asked; that of a session leaves it out. */
  readonly isRare?: true;
}

/** The message for a field that an action does not have. */
export const unknown = 'is unknown';

/** An id. */
export const id = z.string({ error: 'must be a string' }).regex(/\S/, { error: 'must not be empty' });

/** The schema of an action without fields. */
export const noFields = inputObject({ example: '{}', unknown }, {});

/** What an action led to. */
export interface Report {
  /** For people. */
  readonly lines: readonly string[];
  /** The same as fields of one object, for `trigger --json`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Set if the sandbox did what was asked, but your endpoint failed. */
  readonly failure?: string | undefined;
}

/** The strings of an action. */
interface ActionTexts {
  /** Name in `trigger`, and of its form. */
  readonly name: string;
  /** Path below `/_sandbox/`; `:session` is the field `session`. */
  readonly path: string;
  /** Its button. */
  readonly label: string;
  /** What it does, in the list of `trigger --help`; as a sentence, in its own help and its form. */
  readonly summary: string;
  /** What an example of it has after `publisher-commerce trigger`. */
  readonly example: string;
  /** The section of the page that its form is in. */
  readonly section: 'buy' | 'sessions' | 'callbacks' | 'faults' | 'clock' | 'reset';
  /** Whether it is done to a row of a table, which has its form. */
  readonly isOfRow?: true;
  /** Whether its report has amounts, which need the decimals of their currencies. */
  readonly hasAmounts?: true;
  /** The state of a session afterwards: a second click of a double click finds it done. */
  readonly becomes?: PurchaseState;
}

/** An action, with the types of what it takes and returns. */
interface Definition<Input extends object, Output> extends ActionTexts {
  readonly schema: z.ZodType<Input>;
  readonly fields: { readonly [Name in keyof Input]-?: ActionField };
  readonly run: (service: Service, input: Input) => Output | Promise<Output>;
  readonly report: (output: Output, input: object, currencyDigits: CurrencyDigits) => Report;
}

/** Something that can be done to a sandbox, in code, by a request, by `trigger` and by a form. */
export interface Action extends ActionTexts {
  readonly fields: Readonly<Record<string, ActionField>>;
  /** @throws ConfigurationError naming the field that is invalid. */
  readonly check: (input: object) => void;
  /**
   * Does it, and returns what the control endpoint responds.
   *
   * @throws ConfigurationError naming the field that is invalid.
   */
  readonly perform: (service: Service, input: object) => unknown;
  /** Describes what `perform` returned, also once it was sent as JSON. Amounts are in major units with these decimals. */
  readonly report: (output: unknown, input: object, currencyDigits: CurrencyDigits) => Report;
}

/** Returns an action for all who know only its name. */
export function defineAction<Input extends object, Output>(definition: Definition<Input, Output>): Action {
  const { schema, fields, run, report, ...strings } = definition;
  const parse = (input: object): Input => {
    const result = schema.safeParse(input);
    if (result.success) return result.data;
    // Only a plan in code can be something else than an object.
    throw rejectedOption(result.error, 'plan');
  };
  return {
    ...strings,
    fields,
    check: (input) => void parse(input),
    perform: (service, input) => run(service, parse(input)),
    // What `run` returned, which is plain JSON.
    report: (output, input, currencyDigits) => report(output as Output, input, currencyDigits),
  };
}

/** The name of the field that an error is about, and the field if the action has it. */
export function rejectedField(
  { fields }: Action,
  { option }: ConfigurationError,
): readonly [name: string, field: ActionField | undefined] {
  const [name = option] = option.split(/[.[]/);
  return [name, Object.hasOwn(fields, name) ? fields[name] : undefined];
}

/** A summary as a sentence. */
export function sentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

/** What was typed for a field: a value, several, or whether a switch is on. */
export type Typed = string | readonly string[] | boolean | undefined;

/** The input of an action from what was typed for its fields; without those that were left out. */
export function inputOf({ fields }: Action, typed: (name: string, field: ActionField) => Typed): object {
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = typed(name, field);
    return [name, typeof value === 'string' && field.read ? field.read(value) : value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
