import { ConfigurationError, InvalidRequestError } from '../../../errors/index.ts';
import type { FaultPlan } from '../../operations/faults/fault-plan.ts';
import { toInteger } from '../../operations/faults/read-plan.ts';
import type { Service } from '../../service.ts';
import { clockUnits } from './control-sections.ts';
import type { FormName, FormProblem } from './form.ts';

const labels: Readonly<Record<string, string>> = {
  operation: 'Operation',
  outcome: 'Fails with',
  times: 'Requests',
  after: 'Skip first',
};

/** Reads which form was sent; `undefined` if the page has no such form. */
export function formNameOf(action: string | null): FormName | undefined {
  return action === 'advance' || action === 'fault' || action === 'remove-faults' ? action : undefined;
}

/** Does what a form asks for. Returns what is wrong with its values, or `undefined` if it is done. */
export function takeForm(service: Service, form: FormName, values: URLSearchParams): FormProblem | undefined {
  switch (form) {
    case 'advance':
      return advance(service, values);
    case 'fault':
      return addFault(service, values);
    case 'remove-faults':
      service.faults.clear();
      return undefined;
  }
}

function advance({ context }: Service, values: URLSearchParams): FormProblem | undefined {
  const amount = toInteger(values.get('amount'));
  const unit = clockUnits.get(values.get('unit') ?? '');
  if (typeof amount !== 'number' || amount < 1) {
    return { field: 'amount', message: 'Amount: must be an integer of at least 1', values };
  }
  if (unit === undefined) {
    return { field: 'unit', message: `Unit: must be ${[...clockUnits.keys()].join(', ')}`, values };
  }
  try {
    context.clock.advance(amount * unit);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return { field: 'amount', message: `Amount: ${error.issues[0]?.message ?? 'is invalid'}`, values };
  }
}

function addFault({ faults }: Service, values: URLSearchParams): FormProblem | undefined {
  const [kind = '', name = ''] = (values.get('outcome') ?? '').split(':');
  const outcomes: Readonly<Record<string, object>> = {
    status: { status: toInteger(name) },
    reason: { reason: name },
    fault: { fault: name },
  };
  const plan = {
    operation: values.get('operation'),
    ...(Object.hasOwn(outcomes, kind) ? outcomes[kind] : {}),
    times: values.has('forever') ? Infinity : toInteger(values.get('times')),
    after: toInteger(values.get('after')),
  };
  try {
    // `add` validates every field.
    faults.add(plan as unknown as FaultPlan);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const field = Object.hasOwn(labels, error.option) ? error.option : 'outcome';
    return { field, message: `${labels[field] ?? field}: ${error.rule}`, values };
  }
}
