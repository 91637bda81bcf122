/** The fleet as a table in the DOM, recorded and replayed by rrweb, for `replay`. */

import { record, Replayer } from 'rrweb';

type RecordedChange = Exclude<ConstructorParameters<typeof Replayer>[0][number], string>;

/** The texts of one row; the first one names it. */
export type TableRow = readonly string[];

/** A plain table in the page, with a row per device. */
export interface FleetTable {
  readonly element: HTMLTableElement;
  /** Shows rows, each in its place. */
  readonly show: (rows: readonly TableRow[]) => void;
}

/** Returns the text of a table, one line per row. */
export const tableText = (table: Element) =>
  [...table.querySelectorAll('tr')].map((row) => [...row.cells].map((cell) => cell.textContent).join('\t')).join('\n');

/** Puts an empty table into a document. */
export function fleetTable(document: Document): FleetTable {
  const table = document.body.appendChild(document.createElement('table'));
  const rows = new Map<string, HTMLTableRowElement>();
  const addRow = (texts: TableRow) => {
    const row = table.insertRow();
    for (const _ of texts) row.insertCell().appendChild(document.createTextNode(''));
    rows.set(texts[0] ?? '', row);
    return row;
  };
  return {
    element: table,
    show: (shown) => {
      for (const texts of shown) {
        const row = rows.get(texts[0] ?? '') ?? addRow(texts);
        texts.forEach((text, index) => {
          const node = row.cells[index]?.firstChild;
          if (node != null && node.nodeValue !== text) node.nodeValue = text;
        });
      }
    },
  };
}

/** Records a table of this page while its rows change, a frame at a time. Returns a function that replays the whole recording and returns its table. */
export async function recordTable(rows: readonly TableRow[], perFrame: number): Promise<() => Element> {
  const table = fleetTable(document);
  const names = [...new Set(rows.map(([name = '']) => name))].toSorted();
  const [, ...blank] = (rows[0] ?? []).map(() => '');
  table.show(names.map((name) => [name, ...blank]));
  const changes: RecordedChange[] = [];
  const stop = record({ emit: (change) => changes.push(change) });
  for (let from = 0; from < rows.length; from += perFrame) {
    table.show(rows.slice(from, from + perFrame));
    // The mutation observer is called before the awaited code continues.
    await Promise.resolve();
  }
  stop?.();
  const end = (changes.at(-1)?.timestamp ?? 0) - (changes[0]?.timestamp ?? 0);
  return () => {
    const replayer = new Replayer(changes, { root: document.body, showWarning: false, mouseTail: false, useVirtualDom: true });
    replayer.pause(end + 1);
    const tables = [...(replayer.iframe.contentDocument?.querySelectorAll('table') ?? [])];
    const shown = tables.at(-1);
    if (shown === undefined) throw new Error('the replay shows no table');
    replayer.destroy();
    return shown;
  };
}
