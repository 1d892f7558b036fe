import * as z from 'zod';

import type { Logger } from './observer.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

/** The logger of a client or of a callback handler. */
export const loggerOption = z.custom<Logger>(
  (value) => levels.every((level) => typeof (value as Partial<Logger> | null)?.[level] === 'function'),
  { error: 'must have the methods debug, info, warn and error' },
);
