/** The value of each required parameter; the specification shows none. */
export const parameterExamples: Readonly<Record<string, unknown>> = {
  startDate: '2026-10-01T00:00:00Z',
  endDate: '2026-11-01T00:00:00Z',
  contentId: 'content-1',
  isoCode: 'de',
  couponName: 'launch',
  priceInUsdCents: 999,
};
