import type { FleetRow } from '#state/fleetRows';
import { activityOf } from '#domain/devices/activity';
import { listedFaults } from '#domain/devices/faults';
import { stateNow } from '#state/fleetRows';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { ErrorSince, ErrorWhat, ErrorWhere, RowStop } from '#widgets/ErrorFacts';
import { columns } from './columns.tsx';

const column = (id: string): readonly Column<FleetRow>[] => columns.filter((one) => one.id === id);
const replaced = (id: string, over: Partial<Column<FleetRow>>): readonly Column<FleetRow>[] =>
  column(id).map((one) => ({ ...one, ...over }));

/**
 * The columns of "Devices in Error": Error, Since, Location with greenhouse and node, Stop. Filters are those of all devices. Source:
 * WRONG1.
 */
export const errorColumns: readonly Column<FleetRow>[] = [
  ...replaced('name', { width: 184 }),
  {
    id: 'stop',
    head: '',
    label: 'Stop',
    width: 164,
    narrow: 'value',
    renderInputs: ({ device }) => device.name,
    cell: (row) => <RowStop row={row} />,
  },
  ...replaced('task', {
    head: 'Error',
    narrow: 'line',
    filter: { kind: 'text', placeholder: 'Error' },
    renderInputs: (row) => [activityOf(stateNow(row)), listedFaults(stateNow(row))],
    cell: (row) => (
      <WrappingText>
        <ErrorWhat row={row} />
      </WrappingText>
    ),
  }),
  {
    id: 'since',
    head: 'Since',
    width: 120,
    narrow: 'state',
    renderInputs: ({ device }) => device.serial,
    cell: (row) => (
      <WrappingText>
        <ErrorSince row={row} />
      </WrappingText>
    ),
  },
  ...replaced('location', {
    width: 190,
    narrow: 'line',
    renderInputs: (row) => [row.location, stateNow(row)?.current_node],
    cell: (row) => (
      <WrappingText>
        <ErrorWhere row={row} />
      </WrappingText>
    ),
  }),
  ...column('online'),
  ...column('info'),
  ...column('actions'),
];
