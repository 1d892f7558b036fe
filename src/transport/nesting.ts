/** Maximum nesting of arrays and objects in a body: ten times the documented depth. */
const maxNesting = 100;

/** Number of uncertain brackets after which the exact count is faster. */
const maxUncertain = 1000;

/**
 * Whether JSON text is nested over 100 levels. Checked before parsing: parsing 60 MiB of nested arrays takes 20 s.
 *
 * For most text an upper bound suffices, at a third of the cost of reading every character.
 */
export function isNestedTooDeep(text: string): boolean {
  return mayBeTooDeep(text) && countsTooDeep(text);
}

/**
 * Whether an upper bound of the depth exceeds the limit. Only brackets are read, which `indexOf` finds quickly, so
 * whether a bracket is inside a string is unknown: an opening bracket always counts, a closing one only if it is
 * certainly outside.
 */
function mayBeTooDeep(text: string): boolean {
  let object = find(text, '{', 0);
  let array = find(text, '[', 0);
  let objectEnd = find(text, '}', 0);
  let arrayEnd = find(text, ']', 0);
  let depth = 0;
  let uncertain = 0;
  while (object !== Infinity || array !== Infinity) {
    const opening = Math.min(object, array);
    const closing = Math.min(objectEnd, arrayEnd);
    if (opening < closing) {
      if (++depth > maxNesting) return true;
      if (opening === object) object = find(text, '{', opening + 1);
      else array = find(text, '[', opening + 1);
    } else {
      if (isOutsideOfStrings(text, closing)) depth--;
      else if (++uncertain > maxUncertain) return true;
      if (closing === objectEnd) objectEnd = find(text, '}', closing + 1);
      else arrayEnd = find(text, ']', closing + 1);
    }
  }
  return false;
}

function find(text: string, bracket: string, from: number): number {
  const index = text.indexOf(bracket, from);
  return index < 0 ? Infinity : index;
}

/**
 * Whether a closing bracket is certainly outside strings. It is if only brackets and commas are between it and either a
 * line break, which strings cannot contain, or a quote followed by a letter. Such a quote opens a string: a closing
 * quote would be followed by `,`, `:`, `]`, `}` or white space.
 */
function isOutsideOfStrings(text: string, closing: number): boolean {
  for (let next = closing + 1; next < closing + 8; next++) {
    const code = text.charCodeAt(next);
    if (code === 0x22) return isLetter(text.charCodeAt(next + 1));
    if (code === 0x0a) return true;
    const leadsOn = code === 0x2c || code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d;
    if (!leadsOn) return false;
  }
  return false;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function countsTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) {
      index = endOfString(text, index);
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > maxNesting) return true;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    }
  }
  return false;
}

/** Returns the index of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return index;
    if (code === 0x5c) index++;
  }
  return text.length;
}
