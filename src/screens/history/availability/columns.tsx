import type { AvailabilityGroup, AvailabilityRow } from '#contract/history';
import {
  type Availability,
  availabilityHeads,
  availabilityNames,
  availabilityOf,
  type Counted,
  countedTogether,
} from '#domain/history/availability';
import { ageText } from '#domain/text/duration';
import { foundIn } from '#domain/text/foundIn';
import { hours, MISSING, numberText, percentText } from '#domain/text/numbers';
import type { Column } from '#ui/column';
import { WrappingText } from '#ui/WrappingText';
import { DeviceLink } from '#widgets/DeviceLink';

const meanText = (seconds: number | null): string => (seconds === null ? MISSING : ageText(seconds * 1_000));
const heldText = ({ held_seconds }: Counted): string => (held_seconds > 0 ? `${numberText(hours(held_seconds))} h` : MISSING);

type Place = Pick<Column<AvailabilityRow>, 'id' | 'head' | 'width' | 'narrow'>;

/** Returns a column with a number per row, and the total of all rows. */
function numeric(
  place: Place,
  valueOf: (counted: Counted) => number | null,
  textOf: (counted: Counted) => string,
): Column<AvailabilityRow> {
  return {
    ...place,
    align: 'end',
    sort: 'number',
    value: valueOf,
    exportValue: textOf,
    cell: textOf,
    foot: (rows) => textOf(countedTogether(rows)),
  };
}

const more = (id: keyof Availability, head: string, width: number, textOf: (value: number | null) => string): Column<AvailabilityRow> =>
  numeric(
    { id, head, width, narrow: 'more' },
    (counted) => availabilityOf(counted)[id],
    (counted) => textOf(availabilityOf(counted)[id]),
  );

const numbers: readonly Column<AvailabilityRow>[] = [
  numeric({ id: 'held', head: availabilityNames.held, width: 98, narrow: 'more' }, ({ held_seconds }) => held_seconds, heldText),
  more('onlineShare', availabilityNames.onlineShare, 116, percentText),
  more('treatingShare', availabilityNames.treatingShare, 122, percentText),
  more('errors', availabilityNames.errors, 76, numberText),
  more('betweenErrorsSeconds', availabilityNames.betweenErrors, 186, meanText),
  more('recoverySeconds', availabilityNames.recovery, 168, meanText),
];

function NameCell({ serial, name }: AvailabilityRow) {
  return serial == null ? <WrappingText>{name}</WrappingText> : <DeviceLink serial={serial} name={name} />;
}

const organisation: Column<AvailabilityRow> = {
  id: 'organisation',
  head: availabilityHeads.organisation,
  narrow: 'place',
  sort: 'text',
  filter: { kind: 'values' },
  value: ({ organisation_name }) => organisation_name,
  cell: ({ organisation_name }) => <WrappingText>{organisation_name}</WrappingText>,
};
const devices: Column<AvailabilityRow> = {
  id: 'devices',
  head: 'Devices',
  width: 84,
  narrow: 'more',
  align: 'end',
  sort: 'number',
  value: (row) => row.devices,
  cell: (row) => numberText(row.devices),
};

/** Returns the columns: device, location or organisation, its organisation if the rows have several, and the numbers, with the totals as foot. */
export function columnsFor(group: AvailabilityGroup, hasSeveralOwners: boolean): readonly Column<AvailabilityRow>[] {
  const name: Column<AvailabilityRow> = {
    id: 'name',
    head: availabilityHeads[group],
    narrow: 'title',
    sort: 'text',
    filter: { kind: 'text', placeholder: group === 'device' ? 'Name or serial' : 'Name' },
    value: (row) => row.name,
    matches: (row, wanted) => foundIn(`${row.name} ${row.serial ?? ''}`, wanted),
    cell: (row) => <NameCell {...row} />,
    foot: () => 'All',
  };
  const owner = hasSeveralOwners && group !== 'organisation' ? [organisation] : [];
  return [name, ...owner, ...(group === 'device' ? [] : [devices]), ...numbers];
}
