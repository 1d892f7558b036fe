/** The bytes of windows-1252 that are not those of Latin-1. */
const windows1252: Readonly<Record<string, number>> = { '€': 0x80, '’': 0x92 };

/** Encodes a string as windows-1252. */
export function encodeWindows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const byte = windows1252[character] ?? character.charCodeAt(0);
    if (byte > 0xff) throw new RangeError(`${character} is not in this part of windows-1252`);
    return byte;
  });
}

/** Encodes a string as UTF-16, with or without a byte order mark. */
export function encodeUtf16(text: string, { bigEndian = false, mark = false } = {}): Uint8Array {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

/** The bytes of Japanese words in Shift_JIS, for which Node has no encoder. */
const shiftJis: Readonly<Record<string, readonly number[]>> = {
  注文番号: [0x92, 0x8d, 0x95, 0xb6, 0x94, 0xd4, 0x8d, 0x86],
  金額: [0x8b, 0xe0, 0x8a, 0x7a],
  日付: [0x93, 0xfa, 0x95, 0x74],
  合計: [0x8d, 0x87, 0x8c, 0x76],
};

/** Encodes ASCII and the words above as Shift_JIS. */
export function encodeShiftJis(text: string): Uint8Array {
  const parts = text.split(/([^\0-\u007F]+)/).map((part) => shiftJis[part] ?? Buffer.from(part, 'ascii'));
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
