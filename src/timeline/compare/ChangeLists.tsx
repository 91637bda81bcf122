import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { activityOf } from '#domain/devices/activity';
import { faultLine, listedFaults } from '#domain/devices/faults';
import { numberText } from '#domain/text/numbers';
import { countText } from '#domain/text/labels';
import { type DeviceRow, selectDevice } from '#state/fleet';
import { selectErrorText } from '#state/referenceData';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { SmallTable } from '#ui/SmallTable';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { BatteryIcon } from '#widgets/BatteryIcon';
import type { EarlierMoment } from '#widgets/EarlierMoment';
import { changedDevices, groups, type Group, type MomentChange } from '#past/values/changes';
import type { ComparedMoments } from './useComparedMoments.ts';

const Lists = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignContent: 'start',
    gap: '20px',
    minWidth: 0,
    '&& td': { whiteSpace: 'normal', overflowWrap: 'anywhere', verticalAlign: 'middle' },
    // A long task is not truncated.
    '&& td span': { whiteSpace: 'normal' },
    md: {
      '&& td:last-of-type': { position: 'relative', ps: '26px' },
      // Hidden from screen readers, because the column heading has the meaning.
      '& td:last-of-type::before': { content: '"→" / ""', position: 'absolute', insetStart: '4px', color: 'fg.subtle' },
    },
  },
});

const Title = chakra('h2', {
  base: { display: 'flex', justifyContent: 'space-between', fontSize: '14px', lineHeight: '24px', fontWeight: 600 },
});
const Count = chakra('span', { base: { color: 'fg.subtle', fontWeight: 400, fontSize: '13px' } });
/** On narrow screens the rows are stacked, and one name is enough for all rows of a device. */
const Who = chakra('strong', { variants: { isRepeated: { true: { opacity: { md: 0 } } } } });

type Row = MomentChange & {
  /** True in every row of an owner in a group except the first. */
  readonly isRepeated: boolean;
  /** The identity of a difference, so that a row is kept while others appear and disappear above it. */
  readonly key: string;
};

/** Returns the changes as rows of the lists. */
export function rowsOf(changes: readonly MomentChange[]): readonly Row[] {
  const counts = new Map<string, number>();
  return changes.map((change, position) => {
    const { group, serial, who, what } = change;
    const name = JSON.stringify([group, serial, who, what]);
    // Two calls may return the same value of the same entity.
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const above = changes[position - 1];
    return { ...change, key: `${name} ${String(count)}`, isRepeated: above?.who === who && above.group === group };
  });
}

/** Maximum length of a value in the table, in characters; copied and saved tables contain the whole value. */
const MOST_TEXT = 120;
const shortened = (text: string) => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text);

/** Renders a value as the screens show it. */
function Value({ moment, change, text }: { readonly moment: EarlierMoment; readonly change: MomentChange; readonly text: string | null }) {
  const state = change.serial === null || text === null ? undefined : selectDevice(moment.state, change.serial)?.state;
  if (state !== undefined && change.what === 'Task') return <Task state={state} moment={moment} />;
  if (state !== undefined && change.what === 'Battery') return <BatteryIcon level={state.battery_level} />;
  return <>{text === null ? '-' : shortened(text)}</>;
}

/** Renders the activity of a device; for an error its code and meaning, otherwise the worst fault. */
function Task({ state, moment }: { readonly state: DeviceRow['state']; readonly moment: EarlierMoment }) {
  const activity = activityOf(state);
  const { first } = listedFaults(state);
  return (
    <>
      <ActivityBadge activity={activity} />
      {activity.code !== undefined && <div>{selectErrorText(moment.state, activity.code)}</div>}
      {first !== null && <div>{faultLine(first)}</div>}
    </>
  );
}

/** Renders a path, which may break after its dots. */
const Path = ({ text }: { readonly text: string }) =>
  text.split('.').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          .<wbr />
        </>
      )}
      {part}
    </Fragment>
  ));

/** Returns the columns of the lists of changes between two moments. */
export const columnsOf = ({ from, to }: ComparedMoments): readonly Column<Row>[] => [
  {
    id: 'who',
    head: 'Of',
    cell: ({ who, isRepeated }) => <Who isRepeated={isRepeated}>{who}</Who>,
    value: ({ who }) => who,
    renderInputs: ({ who, isRepeated }) => [who, isRepeated],
    width: 92,
    narrow: 'title',
  },
  { id: 'what', head: 'What', cell: ({ what }) => <Path text={what} />, value: ({ what }) => what, width: 104, narrow: 'place' },
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
const keyOfRow = ({ key }: Row) => key;

/** Returns the columns with which all changes are copied and saved. */
export const savedColumnsOf = (columns: readonly Column<Row>[]): readonly Column<Row>[] => [groupColumn, ...columns];

function changesText(group: Group, rows: readonly MomentChange[], { from, to }: ComparedMoments): string {
  if (group !== 'Devices') return countText(rows.length, 'value');
  const [changed, all] = changedDevices(rows, from.state, to.state);
  return `${numberText(changed)} of ${numberText(all)} changed`;
}

interface Props {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly moments: ComparedMoments;
  /** Shown in place of the lists if there is no change. */
  readonly none: string;
}

/** Renders the differences between two moments, by group: value before, value after. */
export function ChangeLists({ columns, rows, moments, none }: Props) {
  const shown = groups.map((group) => ({ group, rows: rows.filter((row) => row.group === group) })).filter((one) => one.rows.length > 0);
  return (
    <Lists>
      {shown.length === 0 && <chakra.p color="fg.muted">{none}</chakra.p>}
      {shown.map((one) => (
        // The group is not a landmark, because its table already is one with the same name.
        <div key={one.group}>
          <Title>
            {one.group}
            <Count>{changesText(one.group, one.rows, moments)}</Count>
          </Title>
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
      ))}
    </Lists>
  );
}
