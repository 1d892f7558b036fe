/** Letters, marks and emoji of UTF-8 that were read as Windows-1252 are runs of these. */
const mojibake =
  /[\u00A0-\u00FF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]{2,}/g;
/** The characters of the bytes 0x80 to 0x9F in Windows-1252; a byte without one has a space. */
const upper = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
/** A web address may have `?` between letters. */
const webAddress = /\b\w+:\/\/\S+/g;
/** What a spreadsheet holds in a cell: it cuts what is longer. */
const maxCell = 32_767;

/** Returns which letters of a translation were lost on its way: by a wrong encoding, or by a cell that was cut. */
export function lostLetters(value: string, source: string): readonly string[] {
  const wrong = (value.match(mojibake) ?? []).find((one) => !source.includes(one) && isWrongEncoding(one));
  const emoji = source.match(/\p{Extended_Pictographic}/u)?.[0];
  const [words, sourceWords] = [value, source].map((one) => one.replaceAll(webAddress, ''));
  const asks = (text = ''): boolean => text.includes('?');
  const isWithin = /\p{L}\?\p{L}/u.test(words ?? '') && !/\p{L}\?\p{L}/u.test(sourceWords ?? '');
  const isRow = /\?{2,}/.test(words ?? '') && !asks(sourceWords);
  return [
    ...(value.includes('\uFFFD') ? ['has U+FFFD, where a letter was lost'] : []),
    ...(wrong === undefined ? [] : [`has ${wrong}, letters of a wrong encoding: save the file as UTF-8`]),
    ...(emoji !== undefined && !value.includes(emoji) && asks(words) && !asks(sourceWords)
      ? [`has ? where the source has ${emoji}`]
      : isWithin || isRow
        ? ['has ? where a letter may have been lost']
        : []),
    ...(value.length === maxCell
      ? ['has 32,767 characters, as many as a cell of a spreadsheet: was it cut?']
      : []),
  ];
}

/** What people write in a store: a pair such as `ß…` would be a letter of another script. */
const written =
  /^[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{P}\p{S}\p{Z}\uFE0F\u200D]+$/u;

/** Whether characters are those of Windows-1252 for the bytes of others in UTF-8. */
function isWrongEncoding(characters: string): boolean {
  // A capital letter before a closing quote is a pair that people write.
  if (/^.[»›”’]$/.test(characters)) return false;
  const bytes = Array.from(characters, (one) =>
    one !== ' ' && upper.includes(one) ? 0x80 + upper.indexOf(one) : one.charCodeAt(0),
  );
  try {
    return written.test(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)));
  } catch {
    return false;
  }
}
