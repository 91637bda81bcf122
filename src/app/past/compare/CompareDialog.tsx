import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { dateTimeText } from '#domain/text/dates';
import { ageText } from '#domain/text/duration';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/DataTable';
import { Dialog } from '#ui/Dialog';
import { SmallTable } from '#ui/SmallTable';
import type { KnownMoment } from '../saveAsTest.ts';
import { changesBetween, groups, type MomentChange } from './changes.ts';

const Groups = chakra('div', {
  base: {
    display: 'grid',
    gap: '16px',
    mt: '12px',
    maxHeight: '65dvh',
    overflow: 'auto',
    '& h3': { fontWeight: 600, fontSize: '14px' },
    '& .count': { ml: '8px', color: 'fg.subtle', fontWeight: 400 },
  },
});

const columns: readonly Column<MomentChange>[] = [
  { id: 'who', head: 'Of', cell: ({ who }) => who, value: ({ who }) => who, width: 170, narrow: 'title' },
  { id: 'what', head: 'What', cell: ({ what }) => what, value: ({ what }) => what, width: 160, narrow: 'more' },
  { id: 'before', head: 'A', cell: ({ before }) => before ?? '-', value: ({ before }) => before, narrow: 'more' },
  { id: 'after', head: 'B', cell: ({ after }) => <b>{after ?? '-'}</b>, value: ({ after }) => after, narrow: 'more' },
];
const keyOfChange = ({ group, who, what }: MomentChange) => `${group} ${who} ${what}`;

interface Props {
  readonly from: KnownMoment;
  readonly to: KnownMoment;
  readonly onClose: () => void;
}

/** Renders what differs between two moments. */
export function CompareDialog({ from, to, onClose }: Props) {
  const changes = useMemo(() => changesBetween(from.state, to.state), [from, to]);
  const shown = groups
    .map((group) => ({ group, rows: changes.filter((change) => change.group === group) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <Dialog
      open
      title="Compare Moments"
      width={880}
      onClose={onClose}
      actions={
        <Button variant="solid" size="lg" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        A is {dateTimeText(from.at)}, B is {dateTimeText(to.at)}: {ageText(Math.abs(to.at - from.at))} between.
      </p>
      <Groups tabIndex={0} role="group" aria-label="Changes">
        {shown.length === 0 && <p>Nothing that the console knew at both moments differs.</p>}
        {shown.map(({ group, rows }) => (
          <div key={group}>
            <h3>
              {group}
              <span className="count">{rows.length === 1 ? '1 value' : `${String(rows.length)} values`}</span>
            </h3>
            <SmallTable>
              <DataTable name={`compare-${group}`} label={group} dense columns={columns} rows={rows} rowKey={keyOfChange} paged={false} />
            </SmallTable>
          </div>
        ))}
      </Groups>
    </Dialog>
  );
}
