export { type CurrencyDigits, minorUnitDigits, type MoneyOptions } from './currency-digits.ts';
export { formatAmount } from './format-amount.ts';
export { toMajorUnits, toMinorUnits } from './minor-units.ts';
