import { buffer } from 'node:stream/consumers';
import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import type { Cell } from '#server/platform/spreadsheet/sheetXml';
import { spreadsheet } from '#server/platform/spreadsheet/spreadsheet';
import { readZip } from '../support/readZip.ts';

const at = new Date('2026-10-25T01:30:07Z');
const columns = [
  { head: 'A & B', width: 10 },
  { head: 'C', width: 20 },
];
async function* inBatches(...batches: readonly (readonly Cell[])[][]) {
  yield* batches;
}
const made = (...batches: readonly (readonly Cell[])[][]) =>
  buffer(spreadsheet({ name: 'Things', columns, batches: inBatches(...batches), at }));

it('[SHEET1] a workbook has its heads and the lines of all its batches, of all kinds', async () => {
  const sheet = await made(
    [['a', 1.5]],
    [],
    [
      [null, at],
      [Number.NaN, ''],
      ['b', 2],
    ],
  );
  const [heads, first, [none, instant] = [], ...rest] = await readSheet(sheet);
  expect([heads, first, none, rest]).toEqual([
    ['A & B', 'C'],
    ['a', 1.5],
    null,
    [
      [null, null],
      ['b', 2],
    ],
  ]);
  // Days in a float: a reader may lose the last millisecond.
  expect(Number(instant)).toBeCloseTo(at.getTime(), -1);
  expect([...readZip(sheet).keys()]).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
  ]);
});

it.each<[string, string, string]>([
  ['a formula', '=1+1', '=1+1'],
  ['a command', "=cmd|'/c calc'!A0", "=cmd|'/c calc'!A0"],
  ['signs that begin one', '+1', '+1'],
  ['an address', '@SUM(A1)', '@SUM(A1)'],
  ['XML', '</t></is></c><c><f>1+1</f></c>', '</t></is></c><c><f>1+1</f></c>'],
  ['signs of XML', '&amp;<"\r\n\t', '&amp;<"\r\n\t'],
  ['signs XML cannot hold', 'a\u0000b\u0008c\u001fd\ufffee\ud800f', 'abcdef'],
  ['what a cell would take for an escape', '_x0041_', '_x0041_'],
  ['a picture sign', '🤖', '🤖'],
  ['a text that is too long', 'x'.repeat(40_000), 'x'.repeat(32_767)],
])('[SHEET2] %s is a text and stays one', async (_name, output, read) => {
  expect((await readSheet(await made([[output, output]]), { trim: false }))[1]).toEqual([read, read]);
});

it('[SHEET2] a text is marked as one, so that it stays one when somebody edits it', async () => {
  const styles = readZip(await made()).get('xl/styles.xml') ?? '';
  expect(styles).toContain('<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>');
  expect(readZip(await made([['=1', null]])).get('xl/worksheets/sheet1.xml')).toContain('<c r="A2" t="inlineStr" s="1">');
});

it('[SHEET3] a line that cannot be read ends the file with its error, and what is left unread is not read on', async () => {
  async function* failing(): AsyncGenerator<(readonly Cell[])[]> {
    yield [['a', 1]];
    throw new Error('the database is away');
  }
  await expect(buffer(spreadsheet({ name: 'Things', columns, batches: failing(), at }))).rejects.toThrow('the database is away');
  let isLeft = false;
  async function* endless(): AsyncGenerator<(readonly Cell[])[]> {
    try {
      for (;;) yield Array.from({ length: 500 }, () => [crypto.randomUUID(), crypto.randomUUID()]);
    } finally {
      isLeft = true;
    }
  }
  const file = spreadsheet({ name: 'Things', columns, batches: endless(), at });
  let read = 0;
  for await (const chunk of file) {
    read += Buffer.from(chunk).length;
    if (read > 200_000) break;
  }
  await expect.poll(() => isLeft).toBe(true);
});
