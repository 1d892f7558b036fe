import * as z from 'zod';

/** The longest delay that a timer of Node can keep, in milliseconds. */
const longestTimer = 2 ** 31 - 1;
const error = `must be an integer number of milliseconds from 1 to ${longestTimer}`;

/** The rule for a duration in milliseconds. */
export const duration = z.int({ error }).min(1, { error }).max(longestTimer, { error });
