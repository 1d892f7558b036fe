/** The integer that a string consists of; anything else stays as it is, for the message of its field. */
export function toInteger<Value extends string | null | undefined>(value: Value): number | Value {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
