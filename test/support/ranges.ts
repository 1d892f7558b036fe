/** The month that most tests request. */
export const october = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-01T00:00:00Z' };

/** The query of a checkpoint of that month. */
export const octoberQuery = { ...october, sortDirection: 'asc' } as const;

/** The first hour of that month. */
export const firstHour = { startDate: '2026-10-01T00:00:00Z', endDate: '2026-10-01T01:00:00Z' };
