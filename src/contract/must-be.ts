/** Returns the `error` of a schema: what the value must be, and whether it is missing. */
export function mustBe(rule: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => (input === undefined ? `is required, and must be ${rule}` : `must be ${rule}`);
}
