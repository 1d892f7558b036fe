import { expect, test } from 'vitest';

import { checkString as check } from '../../../../src/cli/strings/checks/check-string.ts';
import { similarKeys } from '../../../../src/cli/strings/checks/similar-keys.ts';
import { suggestedLocale } from '../../../../src/cli/strings/locales.ts';

/** The messages of what is found in a string. */
function checkString(string: Parameters<typeof check>[0]): readonly string[] {
  return check(string).map(({ message }) => message);
}

test.each([
  ['{name} hat %d', '{name} has %d', []],
  ['{nom} hat %d', '{name} has %d', ['has {nom} instead of {name}']],
  ['hat {{ n }}', 'has {{n}}', ['has {{ n }} instead of {{n}}']],
  ['hat %d', '{name} has %d', ['lacks {name}']],
  ['%2$s von %1$s', '%1$s of %2$s', []],
  ['%d von %s', '%s of %d', ['has %d %s in another order: number them, such as %1$s']],
  ['100 % gratis', '100% free', []],
  ['100%ig gratis', '100% free', []],
  ['<b>Jetzt</b>', '<b class="x">Now</b>', []],
  ['<b>Jetzt<b>', '<b>Now</b>', ['has <b> instead of </b>']],
  ['%2$s von %1$d', '%d of %s', []],
  ['%2$s von %3$d', '%d of %s', ['has %3$d instead of %1$d']],
  ['%(b)s von %(a)s', '%(a)s of %(b)s', []],
  ['% (a)s', '%(a)s', ['lacks %(a)s']],
  ['Kauf% s', 'Buy %s', ['lacks %s']],
  ['Jetzt ', 'Now', ['does not end with the same spaces as the source']],
  ['Jetzt\nkaufen', 'Buy now', ['has 1 line breaks, and the source 0']],
  ["l'{name}", 'the {name}', []],
  ['Now', 'Now', ['is the same as the source']],
  ['100', '100', []],
  ['{name}', '{name}', []],
])('the translation %j of %j has the findings %j', (value, source, findings) => {
  expect(checkString({ value, source, locale: 'de' })).toEqual(findings);
});

test.each([
  ['{count, plural, one {# kamień} few {# kamienie} many {# kamieni} other {# kamienia}}', []],
  [
    '{count, plural, one {# kamień} other {# kamieni}}',
    ['lacks many, few in the plural of {count}, which pl needs'],
  ],
  [
    '{count, plural, one {#} two {#} few {#} many {#} other {#}}',
    ['has two in the plural of {count}, which pl does not have'],
  ],
  ['{ile, plural, other {#}}', ['has {ile, plural} instead of {count, plural}']],
  ['{count, plural, jeden {#} other {#}}', ['has {count, plural jeden} instead of {count, plural}']],
  ['{count, plural, one {# kamień} other {#}', ['is no valid ICU message: expect argument closing brace']],
])('an ICU message may have the plural forms of its language: %j', (value, findings) => {
  expect(checkString({ value, source: '{count, plural, one {# gem} other {# gems}}', locale: 'pl' })).toEqual(
    findings,
  );
});

test.each([
  ['fr', '{count, plural, one {# jour} other {# jours}}', []],
  [
    'de',
    '{count, plural, one {#} few {#} other {#}}',
    ['has few in the plural of {count}, which de does not have'],
  ],
  ['ja', '{count, plural, one {#} other {#}}', ['has one in the plural of {count}, which ja does not have']],
  ['de', '{count, plural, =0 {keine} =1 {eins} other {#}}', []],
  ['en-GB', '{count, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', []],
])('in %s, the message %j has the findings %j', (locale, value, findings) => {
  const source = value.includes('ordinal')
    ? '{count, selectordinal, one {#} two {#} few {#} other {#}}'
    : '{count, plural, one {# day} other {# days}}';
  expect(checkString({ value: `${value}!`, source, locale })).toEqual(findings);
});

test.each([
  ['Gro\uFFFDer Laden', 'Great store', ['has U+FFFD, where a letter was lost']],
  ['GroÃŸer Laden', 'Big shop', ['has ÃŸ, letters of a wrong encoding: save the file as UTF-8']],
  ['Angebot â€“ heute', 'Offer today', ['has â€“, letters of a wrong encoding: save the file as UTF-8']],
  ['Ð¡ÐºÐ¸Ð´ÐºÐ°', 'Sale', ['letters of a wrong encoding']],
  ['„É»', 'E', []],
  ['Größe «süß» – groß…', 'Size', []],
  ['?? Heißer Deal! ??', '🔥 Hot deal! 🔥', ['has ? where the source has 🔥']],
  ['Gr??e', 'Size', ['has ? where a letter may have been lost']],
  ['Sch?n', 'Nice', ['has ? where a letter may have been lost']],
  ['Wirklich?? Ja?', 'Really?', []],
  ['Siehe https://x.example/a?b=1', 'See the page', []],
  [String.raw`Eins\nzwei`, 'One\ntwo', [String.raw`has \n as two characters, which the player sees`]],
  ['<a href=“x”>AGB</a>', '<a href="x">Terms</a>', ['has curly quotes within a tag']],
  ['a'.repeat(32_767), 'long', ['has 32,767 characters, as many as a cell of a spreadsheet: was it cut?']],
])('%j for %j has the findings %j', (value, source, findings) => {
  const found = checkString({ value, source, locale: 'de' }).filter((one) => !one.includes('wrong column'));
  expect(found).toHaveLength(findings.length);
  for (const [index, finding] of findings.entries()) expect(found[index]).toContain(finding);
});

test.each([
  ['Ich akzeptiere die AGB', 'I accept the <0>terms</0>', ['lacks <0> </0>']],
  ['Acepto los <1>términos</1>', 'I accept the <0>terms</0>', ['has <1> </1> instead of <0> </0>']],
  ['Siehe hier', 'See <1/> here', ['lacks <1/>']],
  ['Siehe <1 /> hier', 'See <1/> here', []],
  ['Siehe <2/> hier', 'See <1/> here', ['has <2/> instead of <1/>']],
  ['<1>Zwei</1> <0>eins</0>', '<0>One</0> <1>two</1>', []],
  ['<RichText.Bold>Jetzt</RichText.Bold>', '<RichText.Bold>Now</RichText.Bold>', []],
  [
    '<RichText.Fett>Jetzt</RichText.Fett>',
    '<RichText.Bold>Now</RichText.Bold>',
    ['has <RichText.Fett> </RichText.Fett> instead of <RichText.Bold> </RichText.Bold>'],
  ],
  ['< b>Jetzt</b>', '<b>Now</b>', ['lacks <b>']],
  ['<b><i>Jetzt</b></i>', '<b><i>Now</i></b>', ['has </b> within <i>: its tags cross']],
  ['<0>Jetzt <1>hier</0></1>', '<0>Now <1>here</1></0>', ['has </0> within <1>: its tags cross']],
  ['</b>Jetzt<b>', '<b>Now</b>', ['has </b> before <b>']],
  ['<i><b>Jetzt</b></i>', '<b><i>Now</i></b>', []],
  ['Jetzt<script>', 'Now', ['has <script>, and the source does not']],
  ['<i>Jetzt', 'Now', ['has <i>, and the source does not']],
  ['Jetzt', '<p>Now', ['lacks <p>']],
  ['<A> drücken', 'Press <B>', []],
  ['<b><i>Jetzt</b></i>', '<b><i>Now</b></i>', []],
  ['Eins<br/>zwei', 'One<br>two', []],
  ['Eins zwei', 'One<br>two', ['lacks <br>']],
  ['Hier <sprite=0> jetzt', 'Now <sprite=1> here', []],
  ['Jetzt', 'Now <sprite=1>', ['lacks <sprite>']],
  ['Ich <3 dich > sie', 'I <3 you', []],
  ['<kein Angebot>', '<no offer>', []],
  ['[b]Jetzt', '[b]Now[/b]', ['lacks [/b]']],
  ['[b]Jetzt[/i]', '[b]Now[/b]', ['has [/i] instead of [/b]']],
  ['[b][i]Jetzt[/b][/i]', '[b][i]Now[/i][/b]', ['has [/b] within [i]: its tags cross']],
  ['[color=rot]Jetzt[/color]', '[color=red]Now[/color]', []],
  ['[A] springen, [Kaufen]', '[A] to jump, [Buy]', []],
  ['Jetzt [A]', 'Now', []],
  ['Siehe $t(common.ok)', 'See $t(common.ok)', []],
  ['Siehe $t(common.gut)', 'See $t(common.ok)', ['has $t(common.gut) instead of $t(common.ok)']],
  ['Siehe $ t(common.ok)', 'See $t(common.ok)', ['lacks $t(common.ok)']],
  ['Hallo $ {name}', 'Hello ${name}', ['has $ {name} instead of ${name}']],
  ['Hallo {name}', 'Hello ${name}', ['has {name} instead of ${name}']],
  ['Hallo % {name}', 'Hello %{name}', ['has % {name} instead of %{name}']],
  ['Hallo %\u00A0{name}', 'Hello %{name}', ['has % {name} instead of %{name}']],
  ['Nur {price} $', 'Only ${price}', []],
  ['%{rate} Rabatt', '{rate}% off', []],
])('of tags and marks, %j for %j has the findings %j', (value, source, findings) => {
  expect(checkString({ value, source, locale: 'de' })).toEqual(findings);
});

test('a language with more forms of a plural repeats its tags', () => {
  const source = '{n, plural, one {<b>#</b> gem} other {<b>#</b> gems}}';
  const value =
    '{n, plural, one {<b>#</b> kamień} few {<b>#</b> kamienie} many {<b>#</b> kamieni} other {<b>#</b> kamienia}}';

  expect(checkString({ value, source, locale: 'pl' })).toEqual([]);
  expect(checkString({ value: value.replaceAll(/<.b>|<b>/g, ''), source, locale: 'pl' })).toEqual([
    'lacks <b> </b>',
  ]);
});

test.each([
  ['de', 'Kauf\u200Ben', ['has a zero-width space (U+200B), which nobody sees']],
  ['de', 'Ein\u00ADkauf', ['has a soft hyphen (U+00AD), which nobody sees']],
  ['de', 'Ein\uFEFFkauf', ['has a byte order mark (U+FEFF), which nobody sees']],
  ['de', 'Ein\u2060kauf', ['has a word joiner (U+2060), which nobody sees']],
  ['de', 'Ein\u0008kauf', ['has an invisible character (U+0008), which nobody sees']],
  ['en', 'Buy\u200B now', ['has a zero-width space (U+200B), which nobody sees']],
  ['th', 'ซื้อ\u200Bเลย', []],
  ['km', 'ទិញ\u200Bឥឡូវ', []],
  ['fa', 'می\u200Cخواهم', []],
  ['hi', 'क\u094D\u200Dष', []],
  ['de', '👩\u200D👩\u200D👧 ❤\uFE0F Familie', []],
  ['fr', 'Acheter\u00A0! 5\u202F000', []],
  ['ar', 'شراء \u200E5%\u200F الآن', []],
  ['he', 'קנה \u2067Gems\u2069 עכשיו', []],
])('in %s, the text %j has the invisible characters %j', (locale, value, findings) => {
  const source = locale === 'en' ? value : 'Buy now';
  expect(checkString({ value, source, locale }).filter((one) => one.includes('nobody sees'))).toEqual(
    findings,
  );
});

test('an invisible character that the source or the service has is not new', () => {
  const value = 'Ein\u00ADkauf';

  expect(checkString({ value, source: 'Buy\u00ADing', locale: 'de' })).toEqual([]);
  expect(checkString({ value, source: 'Buying', before: 'Kauf\u00ADen', locale: 'de' })).toEqual([]);
});

test.each([
  ['60 % Rabatt', '50 % off', ['has 60 instead of 50']],
  ['٦٠٪ خصم', '50% off', ['has 60 instead of 50']],
  ['60 % Rabatt auf 3', '50 % off on 3', ['has 60 instead of 50']],
  ['٥٠٪ خصم', '50% off', []],
  ['५० प्रतिशत', '50 percent', []],
  ['Ein Edelstein', '1 gem', []],
  ['1.000.000 Münzen', '1,000,000 coins', []],
  ['1 000 Münzen', '1000 coins', []],
  ['10 000 Münzen', '1000 coins', ['has 10000 instead of 1000']],
  ['1,5-mal', '1.5 times', []],
  ['Am 31.10.', 'On 10/31', []],
  ['Am 5.1.', 'On 01/05', []],
  ['Um 17 Uhr', 'At 5 p.m.', []],
  ['1万コイン', '10,000 coins', []],
  ['%2$s von {1}', '%1$s of {0}', ['has {1} instead of {0}', 'has %2$s instead of %1$s']],
  ['Siehe https://x.example/2', 'See https://x.example/1', []],
])('of numbers, %j for %j has the findings %j', (value, source, findings) => {
  expect(checkString({ value, source, locale: 'de' }).filter((one) => !one.includes('column'))).toEqual(
    findings,
  );
});

test.each([
  ['N&#39;attendez pas', "Don't wait", ['has the entity &#39;, and the source has none']],
  ['N&#x27;attendez pas', "Don't wait", ['has the entity &#x27;, and the source has none']],
  ['L&#39;or', 'Gold', ['has the entity &#39;, and the source has none']],
  ['Gemmes &amp; or', 'Gems & coins', ['has the entity &amp;, and the source has none']],
  ['Ouvrir &quot;Coffre&quot;', 'Open "Vault"', ['has the entity &quot;, and the source has none']],
  [
    'Prix&nbsp;: 5 &euro;',
    'Price: 5',
    ['has the entity &nbsp;, and the source has none', 'has the entity &euro;, and the source has none'],
  ],
  ['Gemmes &amp;amp; or', 'Gems & coins', ['has &amp;amp;, an entity that was encoded twice']],
  ['L&amp;#39;or &amp; plus', 'Gold &amp; more', ['has &amp;#39;, an entity that was encoded twice']],
  ['Gemmes &amp; or', 'Gems &amp; coins', []],
  ['Moins de &lt 5', 'Less than &lt; 5', ['has &lt, a damaged entity']],
  ['Gemmes & amp; or', 'Gems &amp; coins', ['has & amp;, a damaged entity']],
  ['Gemmes &amp ; or', 'Gems &amp; coins', ['has &amp ;, a damaged entity']],
  ['Gemmes &Amp; or', 'Gems & coins', ['has &Amp;, a damaged entity']],
  ['N& #39;attendez pas', "Don't wait", ['has & #39;, a damaged entity']],
  ['Voir /shop a=b&lt=c&amplitude', 'See /shop', []],
  ['L&#39;or&nbsp;!', '&quot;Gold&quot;', []],
  ['Écrivez &amp;lt; pour <', 'Write &amp;lt; for <', []],
  ['Gemmes & or', 'Gems &amp; coins', []],
  ['Q&R; R&D; a & b;', 'Q&A', []],
  ['https://x.example/?a=1&b=2;', 'the page', []],
])('of entities, %j for %j has the findings %j', (value, source, findings) => {
  expect(checkString({ value, source, locale: 'fr' })).toEqual(findings);
});

test.each([
  ["L'{item} de {name}", true, ['has an apostrophe that hides {item} in ICU: write ’, or two']],
  ["L''{item} de {name}", true, []],
  ['L’{item} de {name}', true, []],
  ["L'{item} de {name}", false, []],
])('%j in a store with ICU messages, %j, has the findings %j', (value, isIcu, findings) => {
  expect(checkString({ value, source: 'The {item} of {name}', locale: 'fr', isIcu })).toEqual(findings);
});

test.each([
  ['ja', 'Edelsteine', 'Gems', true],
  ['ja', '宝石', 'Gems', false],
  ['ja', 'VIP パス', 'VIP Pass', false],
  ['ja', 'VIP', 'VIP pass', false],
  ['de', '宝石', 'Gems', true],
  ['ru', 'Камни', 'Gems', false],
  ['sr', 'Kamenje', 'Gems', false],
  ['sr-Cyrl', 'Kamenje', 'Gems', true],
  ['ko', '100', 'Gems', false],
])('in %s, %j for %j is in the letters of another language: %j', (locale, value, source, isOther) => {
  expect(checkString({ value, source, locale }).some((one) => one.includes('wrong column'))).toBe(isOther);
});

test('keys that only differ in spaces or capital letters resemble each other', () => {
  const all = ['store.title', 'store.title ', 'store.\u00A0buy', 'store. buy', 'Store.Title', 'other'];

  expect([...similarKeys(all, all).keys()]).toEqual(all.slice(0, 5));
});

test.each([
  ['jp', [], 'ja'],
  ['cn', [], 'zh'],
  ['pt_BR', ['pt-BR'], 'pt-BR'],
  ['pt-BR', ['pt_BR'], 'pt_BR'],
  ['ja', [], undefined],
  ['id', [], undefined],
])('by %j, in a store with %j, the locale %j is meant', (name, known, meant) => {
  expect(suggestedLocale(name, known)).toBe(meant);
});
