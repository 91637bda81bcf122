import { expect, it } from 'vitest';
import type { Column } from '#ui/column';
import { csvOf, tabbedOf } from '#ui/table/tableText';

interface Row {
  readonly name: string | null;
  readonly level: number | null;
}

const columns: readonly Column<Row>[] = [
  { id: 'name', head: 'Name', value: ({ name }) => name, cell: ({ name }) => name?.toUpperCase() },
  { id: 'variant', head: 'Look', cell: () => 'a picture' },
  { id: 'level', head: '', label: 'Level (%)', value: ({ level }) => level, cell: ({ level }) => `${level} %` },
];
const row = (name: string | null, level: number | null = 1): Row => ({ name, level });

it('[UI8] heads, then raw values of the columns that have one; what is missing is empty', () => {
  expect(csvOf(columns, [row('Kompano 1', 12.345), row(null, null)])).toBe('\uFEFFName,Level (%)\r\nKompano 1,12.345\r\n,\r\n');
  expect(csvOf(columns, [])).toBe('\uFEFFName,Level (%)\r\n');
  expect(tabbedOf(columns, [row('Kompano 1', 12.345), row(null, null)])).toBe('Name\tLevel (%)\nKompano 1\t12.345\n\t');
});

it.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['a "b"', '"a ""b"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' blank ', '" blank "'],
  ['é – 日本', 'é – 日本'],
  ['=1+1', "'=1+1"],
  ['+32 2', "'+32 2"],
  ['-1+1', "'-1+1"],
  ['-\n=1', `"'-\n=1"`],
  ['-', '-'],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  ['a=1', 'a=1'],
  ['x;=1', "x;'=1"],
  ['x; =1', 'x; =1'],
  ['x\t+1', "x\t'+1"],
])('[UI8] %j is written as %j', (name, written) => {
  expect(csvOf(columns, [row(name)])).toBe(`\uFEFFName,Level (%)\r\n${written},1\r\n`);
});

it('[UI8] a number is never taken for a formula; one that is none is missing', () => {
  expect(csvOf(columns, [row('a', -5), row('b', Number.NaN), row('c', Infinity), row('d', 0)])).toBe(
    '\uFEFFName,Level (%)\r\na,-5\r\nb,\r\nc,\r\nd,0\r\n',
  );
});

it('[UI8] with tabs between, each row is one line whatever its texts hold', () => {
  expect(tabbedOf(columns, [row('a\tb\r\nc'), row('=1')])).toBe("Name\tLevel (%)\na b c\t1\n'=1\t1");
});
