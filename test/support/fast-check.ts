import { type Arbitrary, configureGlobal, nat } from 'fast-check';

// The same runs each time; and lists and strings are as long as their `maxLength` says, which fast-check alone ends at ten.
configureGlobal({ seed: 11, defaultSizeToMaxWhenMaxSpecified: true });

export * from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/** Any character, as a unit of strings; fast-check's unit `binary` first lists all of them, in half a second. */
export const anyCharacter: Arbitrary<string> = nat(0x10_ffff - surrogates.count).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (value) => {
    const codePoint = String(value).codePointAt(0) ?? 0;
    return codePoint < surrogates.first ? codePoint : codePoint - surrogates.count;
  },
);
