export { formatAmount, type FormatAmountOptions } from './format-amount.ts';
export { minorUnitDigits } from './minor-unit-digits.ts';
export { toMajorUnits } from './to-major-units.ts';
export { toMinorUnits } from './to-minor-units.ts';
