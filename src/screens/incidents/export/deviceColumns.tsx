import { createContext, useContext } from 'react';
import type { Device } from '#contract/devices/device';
import { Checkbox } from '#ui/Checkbox';
import type { Column } from '#ui/column';
import { DeviceLink } from '#widgets/DeviceLink';
import { DeviceSerial } from '#widgets/DeviceSerial';

/** A device in the selection. */
export interface DeviceLine {
  readonly device: Device;
  readonly isChosen: boolean;
}

/** Called when the checkbox of a device changes. */
export const ChooseContext = createContext<(device: Device, isChosen: boolean) => void>(() => undefined);

function ChosenBox({ line: { device, isChosen } }: { readonly line: DeviceLine }) {
  const choose = useContext(ChooseContext);
  return (
    <Checkbox isLabelHidden checked={isChosen} onChecked={(checked) => choose(device, checked)}>
      Export {device.name} {device.serial}
    </Checkbox>
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
