import type { Column } from '../column.ts';

type Value = string | number;

// Numerals inside text compare as numbers: 'Connect 9' before 'Connect 10'.
const inWords = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const compare = (kind: 'text' | 'number', a: Value, b: Value): number =>
  kind === 'number' ? Number(a) - Number(b) : inWords.compare(String(a), String(b));

/**
 * Returns a function that sorts rows by one column; rows without a value are last (or as `missing` specifies), and equal rows keep their order. The last order
 * is kept, so new row objects with equal values cost one comparison each, and a few changed values are sorted into an almost sorted list.
 */
export function rowOrder<Row>(column: Column<Row>, desc: boolean): (rows: readonly Row[]) => readonly Row[] {
  let values: readonly (Value | undefined)[] = [];
  let order: readonly number[] = [];
  const sign = desc ? -1 : 1;
  const missingSign = desc && column.missing === 'turn' ? -1 : 1;
  const inOrder = (a: number, b: number): number => {
    const [one, other] = [values[a], values[b]];
    if (one === other) return a - b;
    if (one === undefined) return missingSign;
    if (other === undefined) return -missingSign;
    return sign * compare(column.sort ?? 'text', one, other) || a - b;
  };
  const valueOf = (row: Row) => column.value?.(row) ?? undefined;
  return (rows) => {
    const isSameLength = rows.length === values.length;
    if (!isSameLength || rows.some((row, at) => valueOf(row) !== values[at])) {
      values = rows.map(valueOf);
      order = (isSameLength ? order : rows.map((_, at) => at)).toSorted(inOrder);
    }
    const sorted: Row[] = [];
    for (const at of order) {
      const row = rows[at];
      if (row !== undefined) sorted.push(row);
    }
    return sorted;
  };
}
