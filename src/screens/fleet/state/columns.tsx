import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { activityOf, activityText } from '#domain/devices/activity';
import { deviceLink } from '#domain/addresses';
import { listedFaults } from '#domain/devices/faults';
import { foundIn } from '#domain/text/foundIn';
import { stateNow, type FleetRow } from '#state/fleetRows';
import type { Column } from '#ui/column';
import { CopyButton } from '#ui/CopyButton';
import { BatteryIcon } from '#widgets/BatteryIcon';
import { DeviceLink } from '#widgets/DeviceLink';
import { onlineColumn } from '../onlineColumn.tsx';
import { TaskCell, taskParts } from './TaskCell.tsx';

const RowLink = chakra(Link, { base: { color: 'accent.fg', _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' } } });

const NameCell = chakra('span', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    '& > :not(button)': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& > button': { flex: 'none' },
    '& .serial': { flex: '0 1000 auto', color: 'fg.muted', display: { base: 'none', xl: 'inline' } },
  },
});

const battery = (row: FleetRow) => stateNow(row)?.battery_level;
function words(row: FleetRow): string {
  const state = stateNow(row);
  const { first } = listedFaults(state);
  return `${activityText(activityOf(state))}${first === null ? '' : ` ${first.name}`}`;
}

/**
 * The columns of the state overview: Online, Name, Location, Current Task, Battery, links to the pages of the device. Source:
 * FLEET-004..011.
 */
export const columns: readonly Column<FleetRow>[] = [
  onlineColumn((row) => row),
  {
    id: 'name',
    shows: 'name',
    head: 'Name',
    width: 244,
    narrow: 'title',
    sort: 'text',
    value: ({ device }) => device.name,
    matches: ({ device }, wanted) => foundIn(`${device.name} ${device.serial}`, wanted),
    filter: { kind: 'text', placeholder: 'Name or serial' },
    cell: ({ device }) => (
      <NameCell>
        <strong>
          <DeviceLink serial={device.serial} name={device.name} hasSerial />
        </strong>
        <span className="serial">{device.serial}</span>
        <CopyButton text={device.serial} what={`serial ${device.serial}`} />
      </NameCell>
    ),
  },
  {
    id: 'location',
    shows: 'location',
    head: 'Location',
    width: 176,
    narrow: 'place',
    sort: 'text',
    value: ({ location }) => location,
    filter: { kind: 'text', placeholder: 'Location' },
    cell: ({ location }) => location,
  },
  {
    id: 'task',
    shows: 'task',
    head: 'Current Task',
    narrow: 'state',
    sort: 'text',
    value: words,
    renderInputs: taskParts,
    filter: { kind: 'text', placeholder: 'Current Task' },
    cell: (row) => <TaskCell row={row} />,
  },
  {
    id: 'battery',
    shows: 'battery',
    head: 'Battery',
    width: 124,
    narrow: 'value',
    align: 'end',
    sort: 'number',
    value: battery,
    cell: (row) => <BatteryIcon level={battery(row)} />,
  },
  {
    id: 'info',
    head: '',
    label: 'Info',
    width: 60,
    narrow: 'action',
    cell: ({ device }) => (
      <RowLink to={deviceLink(device.serial)} aria-label={`Info about ${device.name}`}>
        Info
      </RowLink>
    ),
  },
  {
    id: 'actions',
    head: '',
    label: 'Actions',
    width: 76,
    narrow: 'action',
    cell: ({ device }) => (
      <RowLink to={deviceLink(device.serial, 'commands')} aria-label={`Actions of ${device.name}`}>
        Actions
      </RowLink>
    ),
  },
];
