import { chakra } from '@chakra-ui/react';
import { Copy, FileDown, Share } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { Column } from '../column.ts';
import { IconButton } from '../IconButton.tsx';
import { Menu } from '../Menu.tsx';
import { useSaveFile } from '../SaveFileContext.ts';
import { useCopied } from '../useCopied.ts';
import { useStableCallback } from '../useStableCallback.ts';
import { csvFormats, useCsvFormat, useFileDay } from './csvFormat.ts';
import { csvOf, isExported, tabbedOf } from './tableText.ts';

const ShortNote = chakra('span', { base: { color: 'fg', whiteSpace: 'nowrap', animation: 'stay 2s linear' } });

interface Props {
  /** The label of the table, which the button's accessible name contains. */
  readonly label: string;
  readonly name: string;
  /** Whether the rows are one page of a longer list. */
  readonly isPage: boolean;
  /** Returns the rows as text; called on demand. */
  readonly tabbed: () => string;
  readonly csv: () => string;
}

/** Renders the menu that copies the rows of a table or saves them as CSV. */
export const TableExport = memo(function TableExport({ label, name, isPage, tabbed, csv }: Props) {
  const save = useSaveFile();
  const day = useFileDay();
  const { result, copy, onShown } = useCopied();
  const items = [
    { id: 'copy', label: isPage ? 'Copy this page' : 'Copy', icon: Copy, onChoose: () => copy(tabbed()) },
    ...(save === null
      ? []
      : [
          {
            id: 'csv',
            label: isPage ? 'CSV of this page' : 'CSV',
            icon: FileDown,
            onChoose: () => save(`${[name, day()].filter(Boolean).join('-')}.csv`, { text: csv(), type: 'text/csv' }),
          },
        ]),
  ];
  return (
    <>
      {result !== null && <ShortNote onAnimationEnd={onShown}>{result}</ShortNote>}
      <Menu
        trigger={
          <IconButton aria-label={`Copy or save ${label}`}>
            <Share aria-hidden="true" />
          </IconButton>
        }
        items={items}
      />
    </>
  );
});

interface Options<Row> {
  readonly label: string;
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Whether the rows are one page of a longer list. */
  readonly isPage?: boolean | undefined;
  /** Columns that are copied and saved first, but not shown; they identify a row. */
  readonly exportFirst?: readonly Column<Row>[] | undefined;
}

/** Returns the export menu of a table; the menu does not render again when rows change. */
export function useTableExport<Row>({ label, name, columns: shown, rows, isPage = false, exportFirst = [] }: Options<Row>) {
  const { read } = useCsvFormat();
  const columns = [...exportFirst, ...shown];
  const tabbed = useStableCallback(() => tabbedOf(columns, rows, csvFormats[read()]));
  const csv = useStableCallback(() => csvOf(columns, rows, csvFormats[read()]));
  const isPossible = shown.some(isExported);
  return useMemo(
    () => isPossible && <TableExport label={label} name={name} isPage={isPage} tabbed={tabbed} csv={csv} />,
    [isPossible, label, name, isPage, tabbed, csv],
  );
}
