/** The strings of the checkout page, in English and German. A name in braces is replaced by a value. */
export const checkoutStrings = {
  'receipt.thanks': ['Thank you for your purchase', 'Vielen Dank für deinen Kauf'],
  'checkout.dashboard': ['Dashboard', 'Übersicht'],
  'checkout.sandbox': [
    'This is a test: no money is charged',
    'Dies ist ein Test: Es wird kein Geld abgebucht',
  ],
  'checkout.subtotal': ['Subtotal', 'Zwischensumme'],
  'checkout.tax': ['Tax ({country}, {rate})', 'Steuer ({country}, {rate})'],
  'checkout.total': ['Total', 'Gesamt'],
  'checkout.tax_included': [
    'Includes {amount} of tax ({country}, {rate})',
    'Enthält {amount} Steuer ({country}, {rate})',
  ],
  'checkout.pay': ['Pay {amount}', '{amount} bezahlen'],
  'checkout.cancel': ['Cancel', 'Abbrechen'],
  'checkout.cards': ['Test card', 'Testkarte'],
  'checkout.card_pays': ['Pays', 'Bezahlt'],
  'checkout.card_declined': ['Is declined', 'Wird abgelehnt'],
  'checkout.card_authenticates': ['Asks for authentication', 'Verlangt eine Bestätigung'],
  'checkout.card_expired': ['Has expired', 'Ist abgelaufen'],
  'checkout.help': ['Cancel: the session ends.', 'Abbrechen: Die Sitzung endet.'],
  'checkout.help_authenticating': [
    'Reject: the payment is declined. Cancel: the session ends.',
    'Ablehnen: Die Zahlung wird abgelehnt. Abbrechen: Die Sitzung endet.',
  ],
  'checkout.authenticate': ['Confirm the payment', 'Zahlung bestätigen'],
  'checkout.authenticate_text': [
    'Your bank asks whether you are paying {amount} for this purchase.',
    'Deine Bank fragt, ob du {amount} für diesen Kauf bezahlst.',
  ],
  'checkout.confirm': ['Confirm', 'Bestätigen'],
  'checkout.reject': ['Reject', 'Ablehnen'],
  'checkout.declined': [
    'The payment was declined. You were not charged, and you can try again.',
    'Die Zahlung wurde abgelehnt. Es wurde nichts abgebucht. Du kannst es noch einmal versuchen.',
  ],
  'checkout.expired_card': [
    'The card has expired. You were not charged, and you can try another one.',
    'Die Karte ist abgelaufen. Es wurde nichts abgebucht. Du kannst eine andere Karte verwenden.',
  ],
  'checkout.unauthenticated': [
    'The payment was not confirmed. You were not charged, and you can try again.',
    'Die Zahlung wurde nicht bestätigt. Es wurde nichts abgebucht. Du kannst es noch einmal versuchen.',
  ],
  'checkout.player': ['Player', 'Spieler'],
  'checkout.purchase': ['Purchase', 'Kauf'],
  'checkout.expires': ['Expires', 'Gültig bis'],
  'checkout.cancelled': ['This purchase was cancelled', 'Dieser Kauf wurde abgebrochen'],
  'checkout.expired': ['This checkout session has expired', 'Diese Sitzung ist abgelaufen'],
  'checkout.closed': [
    'You were not charged. To buy it after all, start again in the game.',
    'Es wurde nichts abgebucht. Wenn du doch kaufen willst, beginne im Spiel noch einmal.',
  ],
  'checkout.return': ['Back to the game', 'Zurück zum Spiel'],
  'receipt.returning': ['Paid. Returning to the game…', 'Bezahlt. Es geht zurück zum Spiel …'],
  'receipt.open': ['Paid. Open the game to continue.', 'Bezahlt. Weiter geht es im Spiel.'],
  'receipt.paid_at': ['Paid', 'Bezahlt'],
  'receipt.order': ['Order', 'Bestellung'],
  'receipt.refunded': ['This purchase was refunded.', 'Dieser Kauf wurde erstattet.'],
  'receipt.disputed': ['This purchase is disputed.', 'Dieser Kauf ist angefochten.'],
  'receipt.reinstated': [
    'This purchase was disputed, and the payment reinstated.',
    'Dieser Kauf war angefochten; die Zahlung ist wieder gültig.',
  ],
} as const satisfies Readonly<Record<string, readonly [english: string, german: string]>>;

/** Key of a string of the checkout page. */
export type CheckoutKey = keyof typeof checkoutStrings;

// `Object.keys` returns `string[]` for any object.
/** The keys of all strings of the checkout page. */
export const checkoutKeys = Object.keys(checkoutStrings) as CheckoutKey[];
