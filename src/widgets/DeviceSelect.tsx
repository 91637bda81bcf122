import { chakra } from '@chakra-ui/react';
import { useAppSelector } from '#state/useAppSelector';
import { DevicePicker } from './DevicePicker.tsx';
import { selectSortedDevices } from './selectSortedDevices.ts';

interface Props {
  readonly label: string;
  readonly serial: string | null;
  readonly onSerial: (serial: string) => void;
}

/** A device as a field of a form: its label, a search and the list. */
export function DeviceSelect({ label, serial, onSerial }: Props) {
  const devices = useAppSelector(selectSortedDevices);
  return (
    <div>
      <chakra.span aria-hidden="true" display="block" mb="6px" fontWeight="500">
        {label}
      </chakra.span>
      <DevicePicker label={label} selected={{ serial, devices, select: onSerial }} hasSteps={false} />
    </div>
  );
}
