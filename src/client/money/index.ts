export { type CurrencyDigits, minorUnitDigits, type MoneyOptions } from './currency-digits.ts';
export { formatAmount, type FormatAmountOptions } from './format-amount.ts';
export { toMajorUnits, toMinorUnits } from './minor-units.ts';
