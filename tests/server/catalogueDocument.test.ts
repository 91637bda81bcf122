import { expect, it } from 'vitest';
import { catalogueDocument, unprintableTexts } from '#server/errorCodes/catalogueDocument';
import { fontFinder, printFonts } from '#server/errorCodes/printFonts';
import { printedRuns } from '#server/errorCodes/printedRuns';
import { textLines } from '#server/errorCodes/textLines';
import { readPdf } from '../support/readPdf.ts';

const lettersWide = (text: string) => Array.from(text).length;
const linesOf = (...given: Parameters<typeof textLines>) => textLines(...given).map(({ text }) => text);

it.each([
  ['', ['']],
  ['one two', ['one two']],
  ['one two three', ['one two', 'three']],
  ['  one\n\ntwo\r\nthree  ', ['one', '', 'two', 'three']],
  ['abcdefghijklmnopqrst', ['abcdefgh', 'ijklmnop', 'qrst']],
  ['so abcdefghijkl', ['so', 'abcdefgh', 'ijkl']],
  ['abc\td', ['abc d']],
  // Between words where a language has no blanks, never before the sign that closes a sentence.
  ['机器人已停止。更换电池。', ['机器人已停止。', '更换电池。']],
  ['👩‍🌾👩‍🌾👩‍🌾👩‍🌾', ['👩‍🌾👩‍🌾', '👩‍🌾👩‍🌾']],
  ['😀😀😀😀😀😀😀😀😀', ['😀😀😀😀😀😀😀😀', '😀']],
])('[ERR-014] %j in lines of 8 letters', (text, lines) => {
  expect(linesOf(text, 8, lettersWide)).toEqual(lines);
});

it('[ERR-014] a line holds at least one letter, however narrow', () => {
  expect(linesOf('abc', 0.5, lettersWide)).toEqual(['a', 'b', 'c']);
});

const printed = async (entries: Parameters<typeof catalogueDocument>[0], language = 'nl') =>
  readPdf(await catalogueDocument(entries, { language, product: 'Orangery', at: Date.UTC(2026, 2, 4, 23, 30) }));
const codes = (count: number, textOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({
    code: `0x${index.toString(16).padStart(8, '0')}`,
    description: { development: 'x', nl: textOf(index) },
  }));

it('[ERR-014] [CALL-040] a page names product, language, count and day of Belgium; a code without text has a dash; fonts are embedded', async () => {
  const { pages, fonts } = await printed([
    { code: '0x0A010023', description: { development: 'can', nl: 'Żółć, Жук, Ωμέγα, €' } },
    { code: '0x0A010024', description: { development: 'can' } },
  ]);
  expect(pages).toEqual([
    [
      'Error Codes',
      'Orangery · Dutch (nl) · 2 codes · 5 maart 2026',
      'Code',
      'Text',
      '0x0a010023',
      'Żółć, Жук, Ωμέγα, €',
      '0x0a010024',
      '-',
      'Page 1 of 1',
    ],
  ]);
  expect(fonts).toBe(3);
});

it('[ERR-014] 500 codes: every code once, the heading on every page, pages numbered', async () => {
  const { pages } = await printed(codes(500, (index) => `Tekst ${index}`));
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.flat().filter((line) => line.startsWith('0x'))).toEqual(codes(500, String).map(({ code }) => code));
  pages.forEach((page, index) => {
    expect(page).toEqual(expect.arrayContaining(['Code', 'Text']));
    expect(page.at(-1)).toBe(`Page ${index + 1} of ${pages.length}`);
  });
});

it('[ERR-014] a text higher than a page goes on under the heading, with its code again; a shorter one is not torn', async () => {
  const lines = Array.from({ length: 90 }, (_, index) => `regel ${index}`);
  const { pages } = await printed(codes(2, (index) => (index === 0 ? 'kort' : lines.join('\n'))));
  expect(pages.flat().filter((line) => line.startsWith('regel'))).toEqual(lines);
  expect(pages.map((page) => page.filter((line) => line === '0x00000001').length)).toEqual([1, 1]);
  const torn = (await printed(codes(30, () => 'a\nb\nc\nd\ne'))).pages.map((page) => page.filter((line) => /^[a-e]$/.test(line)).length);
  expect(torn.every((count) => count % 5 === 0)).toBe(true);
});

it.each(['<script>alert(1)</script>', ') Tj ET Q endstream endobj', '%s %PDF-1.4 \\( \\)', '=HYPERLINK("http://evil.example")'])(
  '[ERR-014] hostile text %j is text',
  async (text) => {
    const bytes = await catalogueDocument([{ code: text, description: { development: 'x', [text]: text } }], {
      language: text,
      product: text,
      at: 0,
    });
    expect(readPdf(bytes).pages[0]).toContain(text);
    expect(bytes.toString('latin1')).not.toMatch(/\/(?:JavaScript|JS|Launch|URI|OpenAction)\b/);
  },
);

const SCRIPTS = {
  Latin: 'Żółć, naïve, Ğ, ß, Đặng – „Ende“ … €',
  Greek: 'Το ρομπότ σταμάτησε.',
  Cyrillic: 'Робот зупинено. Ђ Җ',
  Armenian: 'Ռոբոտը կանգ առավ',
  Georgian: 'რობოტი გაჩერდა',
  Arabic: 'توقف الروبوت (0x0A010023) بعد 12 ثانية، ربات می\u200Cایستد',
  Hebrew: 'הרובוט נעצר (ERROR 12) ליד שער 7!',
  Devanagari: 'रोबोट रुक गया है। क्षत्रिय',
  Bengali: 'রোবট থেমে গেছে',
  Gurmukhi: 'ਰੋਬੋਟ ਰੁਕ ਗਿਆ',
  Gujarati: 'રોબોટ અટકી ગયો',
  Oriya: 'ରୋବଟ ଅଟକିଗଲା',
  Tamil: 'ரோபோ நின்றது',
  Telugu: 'రోబోట్ ఆగింది',
  Kannada: 'ರೋಬೋಟ್ ನಿಂತಿತು',
  Malayalam: 'റോബോട്ട് നിർത്തി',
  Sinhala: 'රොබෝ නතර විය',
  Thai: 'หุ่นยนต์หยุดทำงาน',
  Lao: 'ຫຸ່ນຍົນຢຸດ',
  Khmer: 'រ៉ូបូតឈប់',
  Myanmar: 'စက်ရုပ် ရပ်တန့်သွားသည်',
  Ethiopic: 'ሮቦቱ ቆሟል',
  'Chinese, simplified': '机器人已停止。请更换电池。',
  'Chinese, traditional': '機器人已停止。臺灣',
  Japanese: 'ロボットが停止しました。バッテリーを交換してください。',
  Korean: '로봇이 멈췄습니다. 배터리를 교체하세요. 漢字',
  Emoji: 'Stop 🛑 👩‍🌾 ⚠️ 👍🏽 🇧🇪 ❤️ 🌱',
} as const;

it.each(Object.entries(SCRIPTS))('[FONT1] a text in %s has a glyph for every character', async (_script, text) => {
  const bytes = await catalogueDocument([{ code: '0x0a010023', description: { nl: text } }], {
    language: 'nl',
    product: 'Orangery',
    at: 0,
  });
  const shown = readPdf(bytes).pages.flat().join('');
  // pdfkit gives the glyph `.notdef` the text NUL; a glyph without a text would be U+FFFD.
  expect(shown).not.toMatch(/[\0\uFFFD]/);
  expect(shown).not.toContain('[U+');
  const characters = new Set(
    Array.from(text.normalize('NFKD')).filter((part) => !/\p{Default_Ignorable_Code_Point}|\p{Emoji_Modifier}/u.test(part)),
  );
  const known = shown.normalize('NFKD');
  expect([...characters].filter((character) => !known.includes(character))).toEqual([]);
  expect(unprintableTexts([{ code: '0x0a010023', description: { nl: text } }], 'nl')).toEqual({ total: 0, texts: [] });
  expect(bytes.length).toBeLessThan(120_000);
});

const find = fontFinder(printFonts('nl'));
it.each([
  ['one direction', 'Stop 12!', false, ['Stop 12!']],
  ['Arabic with a number', 'بعد 12 ثانية', true, [' ثانية', '12', 'بعد ']],
  ['Hebrew with Latin in brackets, which are mirrored', 'נעצר (ERROR 12)', true, ['(', 'ERROR 12', ')', 'נעצר ']],
  ['Arabic in a Latin line', 'Error بعد min', false, ['Error ', 'بعد', ' ', 'min']],
  ['a sign alone in a line from right to left', 'ERROR!', true, ['!', 'ERROR']],
  ['marks of direction, which have no look', '\u200FA\u200E', true, ['A']],
])('[FONT2] %s is seen in its order', (_name, line, isRightToLeft, texts) => {
  expect(printedRuns(line, isRightToLeft, find).map(({ text }) => text)).toEqual(texts);
});

it('[FONT2] a paragraph that begins with a letter from right to left stands at the right', () => {
  const directions = textLines('12: נעצר\nStop נעצר', 100, lettersWide).map(({ isRightToLeft }) => isRightToLeft);
  expect(directions).toEqual([true, false]);
});

it.each([
  ['ja', '直', 'japanese'],
  ['zh-Hans', '直', 'chinese'],
  ['ko', '直', 'korean'],
  ['nl', '직', 'korean'],
  ['nl', '\u2764\uFE0F', 'emoji'],
  ['nl', '\u{13000}', null],
])('[FONT1] in %s the font of %s is %s', (language, written, font) => {
  expect(fontFinder(printFonts(language))(written, null)).toBe(font);
});

it('[FONT3] characters without a glyph, and controls that would show another text, are numbers in the PDF and named before', async () => {
  const entries = [
    { code: '0x0A010023', description: { nl: 'Robot \u{13000} gestopt' } },
    { code: '0x0a010024', description: { nl: 'abc\u202Edef\u202C' } },
    { code: '0x0a010025', description: { nl: 'Goed', en: '\u{13000}' } },
  ];
  expect(unprintableTexts(entries, 'nl')).toEqual({
    total: 2,
    texts: [
      { error_code: '0x0a010023', characters: ['\u{13000}'] },
      { error_code: '0x0a010024', characters: ['\u202E', '\u202C'] },
    ],
  });
  const shown = (await printed(entries)).pages.flat();
  expect(shown).toEqual(expect.arrayContaining(['Robot [U+13000] gestopt', 'abc[U+202E]def[U+202C]', 'Goed']));
  const many = unprintableTexts(
    codes(300, () => '\u{13000}'),
    'nl',
  );
  expect([many.total, many.texts.length]).toEqual([300, 20]);
});
