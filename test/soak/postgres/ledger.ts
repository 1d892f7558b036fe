/** The ledger of the sandbox, and of the single iteration that a load is compared with. */
export const ledger = {
  seed: 20_261_122,
  transactions: 300_000,
  period: { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' },
};

export const range = { startDate: ledger.period.start, endDate: ledger.period.end };
