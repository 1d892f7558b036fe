import { ConfigurationError, InvalidRequestError } from '../../../errors/index.ts';
import { html } from '../../../html/markup.ts';
import type { FaultPlan } from '../../operations/faults/fault-plan.ts';
import { toInteger } from '../../operations/faults/read-plan.ts';
import { callbackUrl } from '../../options.ts';
import { type CallbackReport, describeGameAuth, describePersonalization } from '../../outbound/describe.ts';
import { callGameAuth } from '../../outbound/game-auth.ts';
import { PurchaseError } from '../../purchases/purchases.ts';
import { SecretFilter } from '../../requests/secret-filter.ts';
import type { Service } from '../../service.ts';
import type { PurchaseState } from '../../store/session.ts';
import { money } from '../table.ts';
import { clockUnits } from './control-sections.ts';
import { type FormName, type FormResult, sectionOfForm } from './form.ts';

type Values = URLSearchParams;

const labels: Readonly<Record<string, string>> = {
  operation: 'Operation',
  outcome: 'Fails with',
  times: 'Requests',
  after: 'Skip first',
};

/** Reads which form was sent; `undefined` if the page has no such form. */
export function formNameOf(action: string | null): FormName | undefined {
  // `hasOwn` does not narrow its argument.
  return action !== null && Object.hasOwn(sectionOfForm, action) ? (action as FormName) : undefined;
}

/** Does what a form asks for. */
export function takeForm(service: Service, form: FormName, values: Values): FormResult | Promise<FormResult> {
  switch (form) {
    case 'advance':
      return advance(service, values);
    case 'reset':
      service.reset();
      return done('Everything is in its initial state again, without changes and faults.');
    case 'fault':
      return addFault(service, values);
    case 'remove-faults':
      service.faults.clear();
      return done('All faults were removed.');
    case 'game-auth':
      return authenticate(service, values);
    case 'personalize':
      return personalize(service, values);
    case 'refund':
      return changePurchase(service, form, 'refunded', values);
    case 'dispute':
      return changePurchase(service, form, 'disputed', values);
    case 'reinstate':
      return changePurchase(service, form, 'reinstated', values);
  }
}

function done(text: string): FormResult {
  return { notice: { text } };
}

function advance({ context }: Service, values: Values): FormResult {
  const amount = toInteger(values.get('amount'));
  const unit = clockUnits.get(values.get('unit') ?? '');
  const reject = (field: string, message: string): FormResult => ({ problem: { field, message, values } });
  if (typeof amount !== 'number' || amount < 1) {
    return reject('amount', 'Amount: must be an integer of at least 1');
  }
  if (unit === undefined) return reject('unit', `Unit: must be ${[...clockUnits.keys()].join(', ')}`);
  try {
    context.clock.advance(amount * unit);
    return done('The clock was moved forward.');
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    return reject('amount', `Amount: ${error.issues[0]?.message ?? 'is invalid'}`);
  }
}

function addFault({ faults }: Service, values: Values): FormResult {
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
    return done('The fault was added.');
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const field = Object.hasOwn(labels, error.option) ? error.option : 'outcome';
    return { problem: { field, message: `${labels[field] ?? field}: ${error.rule}`, values } };
  }
}

/** Calls the game authentication endpoint at the address of a form. */
async function authenticate({ context }: Service, values: Values): Promise<FormResult> {
  const url = endpointIn(values);
  if (url === undefined) return rejectedEndpoint(values);
  const outcome = await callGameAuth(context, url, { device: values.get('device') ?? undefined });
  // Many deep links have the player's token, which the page does not show.
  const secrets = new SecretFilter([outcome.accessToken ?? '', context.settings.token]);
  return reported(describeGameAuth({ ...outcome, deepLink: secrets.hide(outcome.deepLink ?? '') }));
}

/** Triggers personalization; without an address, it is only recorded. */
async function personalize({ context }: Service, values: Values): Promise<FormResult> {
  const url = endpointIn(values);
  if (url === undefined && values.get('url') !== '') return rejectedEndpoint(values);
  const playerIds = (values.get('players') ?? '').split(/[\s,]+/).filter((id) => id !== '');
  const date = context.clock.now().toISOString();
  const event = playerIds.length === 0 ? { date } : { date, playerIds };
  const delivery = await context.deliveries.trigger(event, url);
  return reported(describePersonalization({ ...event, delivery }, 'enter an address to deliver it'));
}

function endpointIn(values: Values): string | undefined {
  return callbackUrl.safeParse(values.get('url')).data;
}

function rejectedEndpoint(values: Values): FormResult {
  const message = 'Address: must be a URL that begins with http:// or https://';
  return { problem: { field: 'url', message, values } };
}

function reported({ lines, failure }: CallbackReport): FormResult {
  const text = [...lines, ...(failure === undefined ? [] : [failure])].join('; ');
  return {
    notice: { text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`, hasFailed: failure !== undefined },
  };
}

/** Refunds, disputes or reinstates a purchase. The second click of a double click finds it done. */
function changePurchase(
  { purchases, context }: Service,
  change: 'refund' | 'dispute' | 'reinstate',
  state: PurchaseState,
  values: Values,
): FormResult {
  const purchaseId = values.get('purchase') ?? '';
  if (context.store.sessionOf(purchaseId)?.state === state) {
    return { notice: { text: html`<bdi>${purchaseId}</bdi> is ${state}.` } };
  }
  try {
    const { amount, currencyCode, publisherNetAmountUsd } = purchases[change](purchaseId).transactionDetails;
    const sums = html`${money(amount, currencyCode)}, net ${money(publisherNetAmountUsd, 'USD')}`;
    return { notice: { text: html`<bdi>${purchaseId}</bdi> is ${state}: ${sums}.` } };
  } catch (error) {
    if (!(error instanceof PurchaseError)) throw error;
    return { notice: { text: `${error.message}.`, hasFailed: true } };
  }
}
