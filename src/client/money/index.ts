export { formatAmount, type FormatAmountOptions } from './format-amount.ts';
export { minorUnitDigits, toMajorUnits, toMinorUnits } from './minor-units.ts';
