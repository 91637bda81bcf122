/** The sentence about texts of the catalogue that its PDF cannot show. */

import { countText } from '../text/labels.ts';
import { numberText } from '../text/numbers.ts';

/** The texts that a PDF of the catalogue cannot show; `total` may exceed the number of listed `texts`. */
interface Unprintable {
  readonly total: number;
  readonly texts: readonly { readonly error_code: string; readonly characters: readonly string[] }[];
}

/** Number of codes named in the sentence. */
const NAMED = 3;

// JavaScript can test whether a character belongs to a script, but cannot name the script of a character. Scripts of living languages come first, then old ones
// that occur in tests.
const SCRIPTS = (
  'Latin Greek Cyrillic Armenian Georgian Hebrew Arabic Syriac Thaana Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada ' +
  'Malayalam Sinhala Thai Lao Tibetan Myanmar Ethiopic Cherokee Khmer Mongolian Hiragana Katakana Bopomofo Han Hangul Yi Javanese Balinese ' +
  'Sundanese Tifinagh Adlam Vai Meetei_Mayek Ol_Chiki Canadian_Aboriginal Tagalog Egyptian_Hieroglyphs Cuneiform Gothic Runic Ogham'
)
  .split(' ')
  .map((name) => ({ name: name.replaceAll('_', ' '), pattern: new RegExp(`^\\p{Script=${name}}`, 'u') }));

/** Returns the description of a character for a sentence: `emoji`, its script, or its number (`U+202E`) if its script is not listed. */
function kindOf(character: string): string {
  if (/^\p{Extended_Pictographic}/u.test(character)) return 'emoji';
  const script = SCRIPTS.find(({ pattern }) => pattern.test(character));
  return script?.name ?? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns the sentence about texts that a PDF cannot show: `2 texts hold characters that cannot be printed: 0x0b000001 (Tibetan), …`. */
export function unprintableText({ total, texts }: Unprintable): string {
  const named = texts
    .slice(0, NAMED)
    .map(({ error_code, characters }) => `${error_code} (${[...new Set(characters.map(kindOf))].join(', ')})`);
  const rest = total > named.length ? ` and ${numberText(total - named.length)} more` : '';
  const holds = countText(total, 'text holds', 'texts hold');
  return `${holds} characters that cannot be printed: ${named.join(', ')}${rest}.`;
}
