import { MISSING } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import type { SettingsRow } from './selectSettingsRows.ts';

/** Returns a column of plain text, sorted and filtered by its value. */
export function textColumn(
  id: string,
  head: string,
  width: number,
  value: (row: SettingsRow) => string | null | undefined,
): Column<SettingsRow> {
  return {
    id,
    head,
    width,
    narrow: 'more',
    sort: 'text',
    value,
    filter: { kind: 'text', placeholder: head },
    cell: (row) => value(row) || MISSING,
  };
}
