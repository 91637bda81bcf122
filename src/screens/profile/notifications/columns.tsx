import { chakra } from '@chakra-ui/react';
import { useContext } from 'react';
import { Checkbox } from '#ui/Checkbox';
import type { Column } from '#ui/column';
import { DeviceLink } from '#widgets/DeviceLink';
import { type PushLine, ChangeContext } from './pushLine.ts';

/** A repeated value: blank in the table, but shown on a phone, where every device is a separate block. */
const Repeated = chakra('span', { base: { hideFrom: 'md' } });
const Name = chakra('span', { base: { fontWeight: 500 } });
const Serial = chakra('span', { base: { color: 'fg.muted' } });

const orBlank = (text: string, isBlank: boolean) => (isBlank ? <Repeated>{text}</Repeated> : text);

/**
 * The columns of the notifications: Location, Name, Serial, Push enabled; repeated values are blank. Not sortable, because blanks rely on
 * the given order. Source: PROF-009..014.
 */
export const columns: readonly Column<PushLine>[] = [
  {
    id: 'location',
    head: 'Location',
    width: 260,
    narrow: 'place',
    value: ({ location }) => location,
    renderInputs: ({ location, repeatsLocation }) => [location, repeatsLocation],
    cell: ({ location, repeatsLocation }) => orBlank(location, repeatsLocation),
  },
  {
    id: 'name',
    head: 'Name',
    width: 240,
    narrow: 'title',
    value: ({ device }) => device.name,
    renderInputs: ({ device, repeatsName }) => [device.name, repeatsName],
    cell: ({ device, repeatsName }) => <Name>{repeatsName ? <Repeated>{device.name}</Repeated> : <DeviceLink {...device} />}</Name>,
  },
  {
    id: 'serial',
    head: 'Serial',
    narrow: 'state',
    value: ({ device }) => device.serial,
    cell: ({ device }) => <Serial>{device.serial}</Serial>,
  },
  {
    id: 'push',
    head: 'Push enabled',
    width: 140,
    narrow: 'action',
    value: ({ isOn }) => (isOn ? 'yes' : 'no'),
    renderInputs: ({ isOn, canChange }) => [isOn, canChange],
    cell: (line) => <PushCheckbox line={line} />,
  },
];

/** Renders the checkbox of whether one device sends notifications. */
function PushCheckbox({ line: { device, isOn, canChange } }: { readonly line: PushLine }) {
  const change = useContext(ChangeContext);
  return (
    <Checkbox isLabelHidden checked={isOn} disabled={!canChange} onChecked={(checked) => change(device.serial, checked)}>
      Notifications of {device.name} {device.serial}
    </Checkbox>
  );
}
