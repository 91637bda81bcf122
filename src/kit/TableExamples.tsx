import { Share } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { IconButton } from '#ui/IconButton';
import { Mark } from '#ui/Mark';
import { SmallTable } from '#ui/SmallTable';
import { DataTable } from '#ui/table/DataTable';
import { Pager } from '#ui/table/Pager';
import { toneIcon } from '#ui/toneIcon';
import { EmailText } from '#ui/EmailText';
import { WholeWords, WrappingText } from '#ui/WrappingText';
import { Example, Group } from './Example.tsx';
import { ignore, LONG, LONG_WORD } from './sampleTexts.ts';

interface Row {
  readonly name: string;
  readonly state: 'online' | 'error';
  readonly count: number | null;
}

const rows: readonly Row[] = Array.from({ length: 120 }, (_, at) => ({
  name: at === 1 ? LONG : `Bay ${at + 1}`,
  state: at % 3 === 0 ? 'error' : 'online',
  count: at === 2 ? null : at * 17,
}));
const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Name',
    cell: ({ name }) => <WrappingText>{name}</WrappingText>,
    value: ({ name }) => name,
    sort: 'text',
    filter: { kind: 'text', placeholder: 'Name' },
    narrow: 'title',
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ state }) => (
      <Mark tone={state} icon={toneIcon[state]}>
        {state}
      </Mark>
    ),
    value: ({ state }) => state,
    sort: 'text',
    filter: { kind: 'values' },
    narrow: 'state',
  },
  {
    id: 'count',
    head: 'Count',
    cell: ({ count }) => count ?? '-',
    value: ({ count }) => count,
    sort: 'number',
    align: 'end',
    foot: (all) => all.reduce((sum, { count }) => sum + (count ?? 0), 0),
    narrow: 'value',
  },
];
const rowKey = ({ name }: Row) => name;
const TAKE = (
  <IconButton aria-label="Copy or save pages">
    <Share aria-hidden="true" />
  </IconButton>
);
const toneOf = ({ name, state }: Row) => (name === LONG ? 'selected' : state === 'error' ? 'error' : undefined);
const shared = { columns: COLUMNS, rowKey, pageSize: 5 } as const;

function Tables() {
  return (
    <Example of="DataTable" wide stacked>
      <DataTable {...shared} name="kit-bays" label="Bays" rows={rows} rowTone={toneOf} />
      <DataTable {...shared} name="kit-dense" label="Dense bays" rows={rows.slice(0, 3)} dense paged={false} unreadCount={2} />
      <DataTable {...shared} name="kit-loading" label="Bays that load" rows={[]} status="loading" />
      <DataTable {...shared} name="kit-empty" label="No bays" rows={[]} whenEmpty={<Button variant="link">Add a bay</Button>} />
      <DataTable {...shared} name="kit-failed" label="Failed bays" rows={[]} status="failed" notice={LONG} onRetry={ignore} />
      <DataTable {...shared} name="kit-stale" label="Old bays" rows={rows.slice(0, 2)} status="stale" onRetry={ignore} />
    </Example>
  );
}

/** Shows the tables and the texts of their cells. */
export function TableExamples() {
  const [page, setPage] = useState(7);
  const [size, setSize] = useState(10);
  return (
    <Group title="Tables">
      <Tables />
      <Example of="SmallTable" wide stacked>
        <SmallTable maxWidth="468px">
          <DataTable {...shared} name="kit-small" label="Small bays" rows={rows.slice(0, 3)} paged={false} />
        </SmallTable>
      </Example>
      <Example of="Pager" wide stacked>
        <Pager label="Pages" rowCount={1234} page={page} size={size} onPage={setPage} onSize={setSize} end={TAKE} />
        <Pager label="One page" rowCount={3} page={1} size={10} onPage={ignore} onSize={undefined} />
      </Example>
      <Example of="EmailText">
        <EmailText email="an.verhoeven.van.de.serres@greenhouse-research-station.example" />
      </Example>
      <Example of="WrappingText">
        <WrappingText>{LONG_WORD}</WrappingText>
      </Example>
      <Example of="WholeWords">
        <WholeWords text={`${LONG} ${LONG_WORD}`} />
      </Example>
    </Group>
  );
}
