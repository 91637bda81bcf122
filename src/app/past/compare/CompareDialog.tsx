import { chakra } from '@chakra-ui/react';
import { ArrowLeftRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { activityOf } from '#domain/devices/activity';
import { dateTimeText } from '#domain/text/dates';
import { ageText } from '#domain/text/duration';
import { selectDevice } from '#state/fleet';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/DataTable';
import { Dialog } from '#ui/Dialog';
import { IconButton } from '#ui/IconButton';
import { SearchField } from '#ui/SearchField';
import { SmallTable } from '#ui/SmallTable';
import { useTableExport } from '#ui/table/TableExport';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { BatteryIcon } from '#widgets/BatteryIcon';
import type { KnownMoment } from '../saveAsTest.ts';
import { changedDevices, changesBetween, changesWith, groups, type Group, type MomentChange } from './changes.ts';

const Head = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 12px',
    mt: '4px',
    '& > p': { flex: '1 1 340px' },
    '& > label': { flex: { base: '1 1 140px', lg: '0 0 220px' } },
  },
});

const Groups = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    gap: '16px',
    mt: '12px',
    height: '65dvh',
    overflow: 'auto',
    '& h3': { display: 'flex', justifyContent: 'space-between', fontWeight: 600, fontSize: '14px' },
    '& .count': { color: 'fg.subtle', fontWeight: 400 },
    // Where the rows stand below each other, one name is enough for all of a device.
    '& .repeated': { opacity: { lg: 0 } },
  },
});

interface Moments {
  readonly from: KnownMoment;
  readonly to: KnownMoment;
}

type Row = MomentChange & {
  /** True in each row of an owner in a group but the first. */
  readonly isRepeated: boolean;
  readonly position: number;
};

const rowsOf = (changes: readonly MomentChange[]): readonly Row[] =>
  changes.map((change, position) => {
    const above = changes[position - 1];
    return { ...change, position, isRepeated: above?.who === change.who && above.group === change.group };
  });

/** Renders a value as the screens show it. */
function Value({ moment, change, text }: { readonly moment: KnownMoment; readonly change: MomentChange; readonly text: string | null }) {
  const state = change.serial === null || text === null ? undefined : selectDevice(moment.state, change.serial)?.state;
  if (state !== undefined && change.what === 'Task') return <ActivityBadge activity={activityOf(state)} />;
  if (state !== undefined && change.what === 'Battery') return <BatteryIcon level={state.battery_level} />;
  return text ?? '-';
}

const columnsOf = ({ from, to }: Moments): readonly Column<Row>[] => [
  {
    id: 'who',
    head: 'Of',
    cell: ({ who, isRepeated }) => <strong className={isRepeated ? 'repeated' : undefined}>{who}</strong>,
    value: ({ who }) => who,
    renderInputs: ({ who, isRepeated }) => [who, isRepeated],
    width: 190,
    narrow: 'title',
  },
  { id: 'what', head: 'What', cell: ({ what }) => what, value: ({ what }) => what, width: 170, narrow: 'place' },
  {
    id: 'before',
    head: 'A',
    cell: (change) => <Value moment={from} change={change} text={change.before} />,
    value: ({ before }) => before,
    narrow: 'line',
  },
  {
    id: 'after',
    head: 'B',
    cell: (change) => (
      <b>
        <Value moment={to} change={change} text={change.after} />
      </b>
    ),
    value: ({ after }) => after,
    narrow: 'line',
  },
];
const groupColumn: Column<Row> = { id: 'group', head: 'Group', cell: ({ group }) => group, value: ({ group }) => group };
const keyOfRow = ({ position }: Row) => String(position);

function countText(group: Group, rows: readonly MomentChange[], { from, to }: Moments): string {
  if (group !== 'Devices') return rows.length === 1 ? '1 value' : `${String(rows.length)} values`;
  const [changed, all] = changedDevices(rows, from.state, to.state);
  return `${String(changed)} of ${String(all)} changed`;
}

/** Renders what differs between two moments, by group. */
function Changes({
  columns,
  rows,
  moments,
}: {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly moments: Moments;
}) {
  const shown = groups.map((group) => ({ group, rows: rows.filter((row) => row.group === group) })).filter((one) => one.rows.length > 0);
  return shown.map((one) => (
    <div key={one.group}>
      <h3>
        {one.group}
        <span className="count">{countText(one.group, one.rows, moments)}</span>
      </h3>
      <SmallTable>
        <DataTable
          name={`compare-${one.group}`}
          label={one.group}
          dense
          columns={columns}
          rows={one.rows}
          rowKey={keyOfRow}
          paged={false}
        />
      </SmallTable>
    </div>
  ));
}

interface Props extends Moments {
  readonly onClose: () => void;
}

/** Renders a dialog with what differs between two moments: to be searched, turned round, copied and saved. */
export function CompareDialog({ from, to, onClose }: Props) {
  const [isSwapped, setSwapped] = useState(false);
  const [wanted, setWanted] = useState('');
  const moments = useMemo(() => (isSwapped ? { from: to, to: from } : { from, to }), [isSwapped, from, to]);
  const columns = useMemo(() => columnsOf(moments), [moments]);
  const changes = useMemo(() => changesBetween(moments.from.state, moments.to.state), [moments]);
  const rows = useMemo(() => rowsOf(changesWith(changes, wanted)), [changes, wanted]);
  const saved = useMemo(() => [groupColumn, ...columns], [columns]);
  const exportMenu = useTableExport({ label: 'changes', name: 'changes', columns: saved, rows });
  return (
    <Dialog
      open
      title="Compare Moments"
      width={960}
      onClose={onClose}
      actions={
        <Button variant="solid" size="lg" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Head>
        <p>
          A is {dateTimeText(moments.from.at)}, B is {dateTimeText(moments.to.at)}: {ageText(Math.abs(to.at - from.at))} between.
        </p>
        <SearchField label="Find changes" placeholder="Device, value" value={wanted} onValue={setWanted} />
        <IconButton aria-label="Swap A and B" title="Swap A and B" onClick={() => setSwapped(!isSwapped)}>
          <ArrowLeftRight aria-hidden="true" />
        </IconButton>
        {exportMenu}
      </Head>
      <Groups tabIndex={0} role="group" aria-label="Changes">
        {changes.length === 0 && <p>Nothing that the console knew at both moments differs.</p>}
        {changes.length > 0 && rows.length === 0 && <p>No change matches.</p>}
        <Changes columns={columns} rows={rows} moments={moments} />
      </Groups>
    </Dialog>
  );
}
