import { toMajorUnits } from 'publisher-commerce';

console.log(toMajorUnits(999, 'USD'));
