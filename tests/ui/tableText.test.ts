import { expect, it } from 'vitest';
import type { Column } from '#ui/column';
import { csvFormats } from '#ui/table/csvFormat';
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
  expect(csvOf(columns, [row('Kompano 1', 12.345), row(null, null)], csvFormats.point)).toBe(
    '\uFEFFName,Level (%)\r\nKompano 1,12.35\r\n,\r\n',
  );
  expect(csvOf(columns, [], csvFormats.point)).toBe('\uFEFFName,Level (%)\r\n');
  expect(tabbedOf(columns, [row('Kompano 1', 12.345), row(null, null)], csvFormats.point)).toBe('Name\tLevel (%)\nKompano 1\t12.35\n\t');
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
  ['x;=1', `"x;'=1"`],
  ['x; =1', '"x; =1"'],
  ['x\t+1', "x\t'+1"],
  ["'=1", "''=1"],
  ["x;'=1", `"x;''=1"`],
  ["'s ochtends", "'s ochtends"],
  ['1,5', '"1,5"'],
])('[UI8] %j is written as %j', (name, written) => {
  expect(csvOf(columns, [row(name)], csvFormats.point)).toBe(`\uFEFFName,Level (%)\r\n${written},1\r\n`);
});

it('[UI8] a number is never taken for a formula; one that is none is missing', () => {
  expect(csvOf(columns, [row('a', -5), row('b', Number.NaN), row('c', Infinity), row('d', 0)], csvFormats.point)).toBe(
    '\uFEFFName,Level (%)\r\na,-5\r\nb,\r\nc,\r\nd,0\r\n',
  );
});

it('[UI8] with tabs between, each row is one line whatever its texts hold', () => {
  expect(tabbedOf(columns, [row('a\tb\r\nc'), row('=1')], csvFormats.point)).toBe("Name\tLevel (%)\na b c\t1\n'=1\t1");
});

it('[UI12] in the Belgian format cells are separated by semicolons, and numbers have a decimal comma', () => {
  expect(csvOf(columns, [row('a, b; c', 12.345), row('d', -5)], csvFormats.comma)).toBe(
    '\uFEFFName;Level (%)\r\n"a, b; c";12,35\r\nd;-5\r\n',
  );
  expect(tabbedOf(columns, [row('a', 1.5)], csvFormats.comma)).toBe('Name\tLevel (%)\na\t1,5');
});

it('[UI12] a column without a value is saved by what it exports', () => {
  const own: readonly Column<Row>[] = [{ id: 'ratio', head: 'Ratio', cell: () => null, exportValue: ({ level }) => level }];
  expect(csvOf(own, [row('a', 0.5)], csvFormats.point)).toBe('\uFEFFRatio\r\n0.5\r\n');
});
