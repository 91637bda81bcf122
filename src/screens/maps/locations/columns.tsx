import { OctagonAlert, Sun } from 'lucide-react';
import { Link } from 'react-router-dom';
import { MISSING, numberText } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { Mark } from '#ui/Mark';
import { WrappingText } from '#ui/WrappingText';
import { WithArchived } from '#widgets/WithArchived';
import { locationLink } from '#domain/addresses';
import type { LocationRow } from './locationRows.ts';

const counted = (id: string, head: string, value: (row: LocationRow) => number, width: number): Column<LocationRow> => ({
  id,
  head,
  width,
  align: 'end',
  narrow: 'more',
  sort: 'number',
  value,
  cell: (row) => numberText(value(row)),
});

/**
 * The columns of the locations: Name, Organisation, Address, Timezone, Greenhouses, Devices, Online, In error, In treatment. Source:
 * LOC-001, LOC-014, LOC-015.
 */
export const columns: readonly Column<LocationRow>[] = [
  {
    id: 'name',
    head: 'Name',
    width: 164,
    narrow: 'title',
    sort: 'text',
    value: ({ location }) => location.name,
    renderInputs: ({ location: { id, name, archived } }) => [id, name, archived],
    cell: ({ location }) => (
      <WithArchived of={location}>
        <Link to={locationLink(location.id)}>
          <WrappingText>{location.name}</WrappingText>
        </Link>
      </WithArchived>
    ),
  },
  {
    id: 'owner',
    head: 'Organisation',
    width: 144,
    narrow: 'place',
    sort: 'text',
    value: ({ owner }) => owner,
    cell: ({ owner }) => <WrappingText>{owner}</WrappingText>,
  },
  {
    id: 'address',
    head: 'Address',
    narrow: 'line',
    sort: 'text',
    value: ({ location }) => location.address,
    cell: ({ location }) => <WrappingText>{location.address || MISSING}</WrappingText>,
  },
  {
    id: 'timezone',
    head: 'Timezone',
    width: 168,
    narrow: 'more',
    sort: 'text',
    value: ({ location }) => location.timezone,
    cell: ({ location }) => <WrappingText>{location.timezone || MISSING}</WrappingText>,
  },
  {
    ...counted('greenhouses', 'Greenhouses', ({ greenhouses }) => greenhouses.length, 108),
    renderInputs: ({ greenhouses, hasGreenhouses }) => [greenhouses.length, hasGreenhouses],
    exportValue: ({ greenhouses, hasGreenhouses }) => (hasGreenhouses ? greenhouses.length : null),
    cell: ({ greenhouses, hasGreenhouses }) => (hasGreenhouses ? numberText(greenhouses.length) : MISSING),
  },
  counted('devices', 'Devices', ({ fleet }) => fleet.devices.length, 78),
  {
    ...counted('online', 'Online', ({ fleet }) => fleet.onlineCount, 72),
    cell: ({ fleet }) => (fleet.unknownCount > 0 ? 'Unknown' : numberText(fleet.onlineCount)),
  },
  {
    ...counted('error', 'In error', ({ fleet }) => fleet.errorCount, 76),
    cell: ({ fleet: { errorCount } }) =>
      errorCount === 0 ? (
        0
      ) : (
        <Mark tone="error" icon={OctagonAlert}>
          {numberText(errorCount)}
        </Mark>
      ),
  },
  {
    ...counted('treating', 'In treatment', ({ fleet }) => fleet.treatingCount, 106),
    cell: ({ fleet: { treatingCount } }) =>
      treatingCount === 0 ? (
        0
      ) : (
        <Mark tone="treating" icon={Sun}>
          {numberText(treatingCount)}
        </Mark>
      ),
  },
];
