import { chakra } from '@chakra-ui/react';
import { createContext, useContext } from 'react';
import type { Device } from '#contract/devices/device';
import { Checkbox } from '#ui/Checkbox';
import type { Column } from '#ui/column';
import { DeviceLink } from '#widgets/DeviceLink';
import { DeviceSerial } from '#widgets/DeviceSerial';

/** A device of the selection. */
export interface DeviceLine {
  readonly device: Device;
  readonly isChosen: boolean;
}

/** Called when the checkbox of a device changes. */
export const ChooseContext = createContext<(device: Device, isChosen: boolean) => void>(() => undefined);

/** Widens the touch target, because the label is visually hidden. */
const Touched = chakra('span', {
  base: { '& label': { minWidth: { base: '44px', lg: '0' }, justifyContent: { base: 'flex-end', md: 'flex-start' } } },
});

function ChosenBox({ line: { device, isChosen } }: { readonly line: DeviceLine }) {
  const choose = useContext(ChooseContext);
  return (
    <Touched>
      <Checkbox checked={isChosen} onChecked={(checked) => choose(device, checked)}>
        <span className="sr">
          Export {device.name} {device.serial}
        </span>
      </Checkbox>
    </Touched>
  );
}

/** The columns of the device selection: Export, Name, Serial. Source: INC-074. */
export const deviceColumns: readonly Column<DeviceLine>[] = [
  {
    id: 'chosen',
    head: 'Export',
    width: 72,
    narrow: 'action',
    renderInputs: ({ isChosen }) => isChosen,
    cell: (line) => <ChosenBox line={line} />,
  },
  {
    id: 'name',
    head: 'Name',
    narrow: 'title',
    sort: 'text',
    value: ({ device }) => device.name,
    cell: ({ device }) => <DeviceLink {...device} />,
  },
  {
    id: 'serial',
    head: 'Serial',
    narrow: 'state',
    sort: 'text',
    value: ({ device }) => device.serial,
    cell: ({ device }) => <DeviceSerial>{device.serial}</DeviceSerial>,
  },
];
