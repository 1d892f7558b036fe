import * as z from 'zod';

/** Maximum delay of a Node.js timer, in milliseconds. */
const maxTimerDelay = 2 ** 31 - 1;
const error = `must be an integer number of milliseconds from 1 to ${maxTimerDelay}`;

/** Validates a duration in milliseconds. */
export const duration = z.int({ error }).min(1, { error }).max(maxTimerDelay, { error });
