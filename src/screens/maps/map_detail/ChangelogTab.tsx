import { chakra } from '@chakra-ui/react';
import { getMapChangelog, type LayerChange } from '#contract/map';
import { cellTimeText } from '#domain/text/dates';
import { useAnswer } from '#hooks/useAnswer';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { keyOfKeyed, withKeys } from '#ui/table/withKeys';
import { Section } from '#ui/Section';
import { requestedTableState } from '#widgets/requestedTableState';
import { TimeText } from '#widgets/TimeText';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '24px' } });

const columns: readonly Column<LayerChange>[] = [
  { id: 'version', head: 'Version', width: 130, narrow: 'title', exportValue: ({ version }) => version, cell: ({ version }) => version },
  {
    id: 'timestamp',
    head: 'Time',
    width: 190,
    narrow: 'place',
    exportValue: ({ timestamp }) => cellTimeText(timestamp),
    cell: ({ timestamp }) => <TimeText at={timestamp} />,
  },
  { id: 'done_by', head: 'Done By', width: 190, narrow: 'more', exportValue: ({ done_by }) => done_by, cell: ({ done_by }) => done_by },
  {
    id: 'message',
    head: 'Message',
    narrow: 'state',
    exportValue: ({ message }) => message,
    cell: ({ message }) => <chakra.span whiteSpace="normal">{message}</chakra.span>,
  },
];
const keyOfRow = ({ version }: LayerChange) => version;

interface Props {
  readonly id: string;
  readonly version: string;
}

/** Renders the Map Changelog tab, layer by layer, newest first: Version, Time, Done By, Message. Source: MAP-025. */
export function ChangelogTab({ id, version }: Props) {
  const query = useAnswer(getMapChangelog, { id, version });
  const table = (label: string, rows: readonly LayerChange[]) => (
    <DataTable
      name="map-changelog"
      label={label}
      dense
      columns={columns}
      rows={withKeys(rows, keyOfRow)}
      rowKey={keyOfKeyed}
      paged={false}
      {...requestedTableState(query)}
    />
  );
  const layers = Object.entries(query.failure === undefined ? (query.answer?.changelog ?? {}) : {});
  if (layers.length === 0) return table('Changes', []);
  return (
    <Stack>
      {layers.map(([layer, changes]) => (
        <Section key={layer} title={layer} bare end={changes.length}>
          {table(`Changes of ${layer}`, changes)}
        </Section>
      ))}
    </Stack>
  );
}
