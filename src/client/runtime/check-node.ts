// Every file of the build imports this one first: an older Node would fail later, in the middle of a call.
import { unsupportedNode } from './unsupported-node.ts';

const problem = unsupportedNode();
if (problem !== undefined) throw new Error(problem);
