import { keyText, valueText } from '#domain/text/labels';
import { MISSING } from '#domain/text/numbers';

/** One line of an event's data: `name: text`; a line without text is the heading of the nested lines below it. */
export interface DataLine {
  readonly depth: number;
  readonly name: string;
  readonly text: string | undefined;
}

/** Maximum depth of expanded data; the raw JSON contains deeper data. */
const MAX_DEPTH = 32;

const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

/** Returns a value as one line according to the label table; plain values of a list are joined with commas; undefined for a nested value. */
function textOf(name: string, value: unknown, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null) return valueText(name, value);
  if (Object.keys(value).length === 0) return MISSING;
  if (Array.isArray(value) && value.every(isPlain)) return value.map((item) => valueText(name, item)).join(', ');
  return depth < MAX_DEPTH ? undefined : '…';
}

/**
 * Returns the data of an event as lines, nested by depth, in wire order, with keys and values according to the label table. A plain value is one line without a
 * name.
 */
export function dataLines(data: unknown, depth = 0): readonly DataLine[] {
  if (data == null) return [];
  if (typeof data !== 'object') return [{ depth, name: '', text: typeof data === 'string' ? data : JSON.stringify(data) }];
  return Object.entries(data).flatMap(([name, value]: [string, unknown]): readonly DataLine[] => {
    const text = textOf(name, value, depth);
    const line = { depth, name: keyText(name), text };
    return text === undefined && typeof value === 'object' && value !== null ? [line, ...dataLines(value, depth + 1)] : [line];
  });
}
