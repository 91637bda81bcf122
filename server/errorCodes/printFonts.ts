/** The fonts of the PDF, by script and language, and the function that finds the font of a character. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

/** A font of the printed catalogue. */
export interface PrintFont {
  readonly name: string;
  readonly file: string;
  /** Characters for which this font is tried first; other fonts are tried for them only when this one lacks a character. */
  readonly prefers: RegExp | null;
}

const dejaVu = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
const noto = (script: string, name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/${script}/400Regular/${name}_400Regular.ttf`));
// These packages export only their entry point.
const beside = (name: string, file: string) => fileURLToPath(new URL(`../fonts/${file}`, import.meta.resolve(name)));

const INDIC = ['Devanagari', 'Bengali', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Oriya', 'Sinhala', 'Tamil', 'Telugu'];
const ASIAN = ['Thai', 'Lao', 'Khmer', 'Myanmar', 'Ethiopic'];

const CHINESE = { name: 'chinese', file: beside('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf') };
const JAPANESE = { name: 'japanese', file: beside('@embedpdf/fonts-jp', 'NotoSansJP-Regular.otf') };
const KOREAN = { name: 'korean', file: beside('@embedpdf/fonts-kr', 'NotoSansKR-Regular.otf') };
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u;

/** The fonts of headings and codes, which are Latin. */
export const HEADING_FONTS = { bold: dejaVu('DejaVuSans-Bold'), code: dejaVu('DejaVuSansMono') } as const;

/** The font for characters without a preferred font: Latin, Greek, Cyrillic, Armenian, Georgian, signs. */
const TEXT: PrintFont = { name: 'text', file: dejaVu('DejaVuSans'), prefers: null };

const EMOJI = 'emoji';

const SCRIPTS: readonly PrintFont[] = [
  { name: 'arabic', file: beside('@embedpdf/fonts-arabic', 'NotoNaskhArabic-Regular.ttf'), prefers: /\p{Script=Arabic}/u },
  { name: 'hebrew', file: beside('@embedpdf/fonts-hebrew', 'NotoSansHebrew-Regular.ttf'), prefers: /\p{Script=Hebrew}/u },
  ...[...INDIC, ...ASIAN].map((script) => ({
    name: script.toLowerCase(),
    file: noto(`noto-sans-${script.toLowerCase()}`, `NotoSans${script}`),
    prefers: new RegExp(`\\p{Script=${script}}`, 'u'),
  })),
  { ...KOREAN, prefers: /\p{Script=Hangul}/u },
  // An emoji by default, or a sign with an emoji selector.
  { name: EMOJI, file: noto('noto-emoji', 'NotoEmoji'), prefers: /\p{Emoji_Presentation}|\uFE0F|\p{Regional_Indicator}/u },
];

/** Chinese and Japanese write some characters with the same code point in different forms, so the language decides. */
function hanFonts(language: string): readonly PrintFont[] {
  const [first, second] = /^ja\b/i.test(language) ? [JAPANESE, CHINESE] : [CHINESE, JAPANESE];
  const isKorean = /^ko\b/i.test(language);
  return [...(isKorean ? [{ ...KOREAN, prefers: HAN }] : []), { ...first, prefers: isKorean ? null : HAN }, { ...second, prefers: null }];
}

/** Returns the fonts of a catalogue in a language, in the order in which they are tried. */
export const printFonts = (language: string): readonly PrintFont[] => [TEXT, ...SCRIPTS, ...hanFonts(language)];

const NEUTRAL = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
// Bidirectional overrides would print a text that differs from the stored one; they are ignorable characters, but must not be ignored.
const OVERRIDE = /^[\u202A-\u202E]$/;

const isInvisible = (character: string) => IGNORABLE.test(character) && !OVERRIDE.test(character);

/**
 * Returns the function that finds the font of a written character (all its code points); null if no font contains them. Fonts are read when first needed.
 */
export function fontFinder(fonts: readonly PrintFont[]): (written: string, before: string | null) => string | null {
  const opened = new Map<string, Font>();
  const openedFont = ({ name, file }: PrintFont): Font => {
    const font = opened.get(name) ?? create(readFileSync(file));
    opened.set(name, font);
    return font;
  };
  const hasAll = (font: PrintFont, written: string) =>
    Array.from(written).every(
      (character) =>
        isInvisible(character) || (!OVERRIDE.test(character) && openedFont(font).hasGlyphForCodePoint(character.codePointAt(0) ?? 0)),
    );
  const find = (written: string, before: string | null) => {
    const preferred = fonts.filter(({ prefers }) => prefers?.test(written) === true);
    // Characters without a script (space, comma) are kept together with their neighbour, so that a run is shaped as a whole; spaces between emoji are very
    // wide.
    const neighbour = preferred.length === 0 && NEUTRAL.test(written) ? fonts.filter(({ name }) => name === before && name !== EMOJI) : [];
    return [...preferred, ...neighbour, ...fonts].find((font) => hasAll(font, written))?.name ?? null;
  };
  const found = new Map<string, string | null>();
  return (written, before) => {
    const key = `${before} ${written}`;
    const known = found.get(key);
    if (known !== undefined) return known;
    const font = find(written, before);
    found.set(key, font);
    return font;
  };
}
