export { formatAmount } from './format-amount.ts';
export { minorUnitDigits, toMajorUnits, toMinorUnits } from './minor-units.ts';
