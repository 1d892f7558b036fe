import { html, type Markup } from '../../../shared/html/markup.ts';
import type { DeclineReason, StepName } from '../../purchases/payment-steps.ts';
import { sessionPath } from '../../paths.ts';
import { identityOf, isAsked, type StoredSession } from '../../store/session.ts';
import { digestField, digestOf } from '../forms.ts';

/** What the player chooses, and what it does with an open session. */
interface Choice {
  readonly name: string;
  readonly label: string;
  readonly step: StepName;
  readonly reason?: DeclineReason;
}

/** The test cards, with the numbers that Stripe's have. */
const testCards: readonly (Choice & { readonly number: string })[] = [
  { name: 'pays', label: 'Pays', number: '4242 4242 4242 4242', step: 'pay' },
  { name: 'declined', label: 'Is declined', number: '4000 0000 0000 0002', step: 'decline' },
  {
    name: 'authenticates',
    label: 'Asks for authentication',
    number: '4000 0025 0000 3155',
    step: 'authenticate',
  },
  {
    name: 'expired',
    label: 'Has expired',
    number: '4000 0000 0000 0069',
    step: 'decline',
    reason: 'card_expired',
  },
];

/** What the player responds to the bank. */
const responses: readonly Choice[] = [
  { name: 'authenticate', label: 'Confirm', step: 'pay' },
  { name: 'reject', label: 'Reject', step: 'decline', reason: 'authentication_failed' },
];

const cancellation: Choice = { name: 'cancel', label: 'Cancel', step: 'cancel' };

/** What was chosen in a form; `undefined` if no page has it. */
export function choiceIn(form: URLSearchParams): Choice | undefined {
  const action = form.get('action');
  return action === 'pay'
    ? testCards.find(({ name }) => name === form.get('card'))
    : [...responses, cancellation].find(({ name }) => name === action);
}

/** Whether a choice can be made: only a bank that asks gets a response. */
export function isOffered(choice: Choice, session: StoredSession): boolean {
  return session.state === 'open' && (isAsked(session) || !responses.includes(choice));
}

/** The form of an open session: test cards, or what the player can respond to the bank. */
export function renderForm(session: StoredSession, amount: Markup): Markup {
  const isWaiting = isAsked(session);
  return html`<form method="post" action="${sessionPath(session.checkoutSessionToken)}">
      <input type="hidden" name="${digestField}" value="${digestOf(...identityOf(session))}" />
      ${isWaiting ? responses.map((one) => button(one, one.step === 'pay' ? 'primary' : '')) : cardFields(amount)}
      ${button(cancellation, isWaiting ? '' : 'whole')}
    </form>
    <p class="help muted">
      ${isWaiting ? 'Reject: the payment is declined. ' : ''}Cancel: the session ends.
    </p>`;
}

function cardFields(amount: Markup): Markup {
  return html`<fieldset class="choices">
      <legend>Test card</legend>
      ${testCards.map(
        ({ name, label, number }, index) =>
          html`<label
            ><input type="radio" name="card" value="${name}" ${index === 0 ? html`checked` : ''} />
            <span>${label}</span> <code>${number}</code></label
          >`,
      )}
    </fieldset>
    <button class="primary" name="action" value="pay">Pay ${amount}</button>`;
}

function button({ name, label }: Choice, look: string): Markup {
  return html`<button class="${look}" name="action" value="${name}">${label}</button>`;
}
