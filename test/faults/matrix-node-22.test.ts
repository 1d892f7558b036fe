import { testMatrix } from './test-matrix.ts';

testMatrix(22);
