import { expect, it } from 'vitest';
import { catalogueDocument } from '#server/errorCodes/catalogueDocument';
import { textLines } from '#server/errorCodes/textLines';
import { readPdf } from '../support/readPdf.ts';

const lettersWide = (text: string) => Array.from(text).length;

it.each([
  ['', ['']],
  ['one two', ['one two']],
  ['one two three', ['one two', 'three']],
  ['  one\n\ntwo\r\nthree  ', ['one', '', 'two', 'three']],
  ['abcdefghijklmnopqrst', ['abcdefgh', 'ijklmnop', 'qrst']],
  ['so abcdefghijkl', ['so', 'abcdefgh', 'ijkl']],
  ['a\u0000b\u202Ec\td', ['abc d']],
  ['😀😀😀😀😀😀😀😀😀', ['😀😀😀😀😀😀😀😀', '😀']],
])('[ERR-014] %j in lines of 8 letters', (text, lines) => {
  expect(textLines(text, 8, lettersWide)).toEqual(lines);
});

it('[ERR-014] a line holds at least one letter, however narrow', () => {
  expect(textLines('abc', 0.5, lettersWide)).toEqual(['a', 'b', 'c']);
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
