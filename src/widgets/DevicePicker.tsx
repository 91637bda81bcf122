import { chakra } from '@chakra-ui/react';
import { useEffect, useMemo, useState } from 'react';
import { foundBy } from '#domain/devices/deviceList';
import { useAppSelector } from '#hooks/useAppSelector';
import { useStableCallback } from '#ui/useStableCallback';
import { DeviceDropdown } from './DeviceDropdown.tsx';
import { DeviceSearch } from './DeviceSearch.tsx';
import { PreviousNextDevice } from './PreviousNextDevice.tsx';
import { selectSortedDevices } from './selectSortedDevices.ts';
import type { SelectedDevice } from './useSelectedSerial.ts';

const Group = chakra('div', {
  base: {
    display: 'flex',
    flex: { base: '1 1 100%', md: '0 1 auto' },
    // A long name is truncated, so it does not push the buttons out of view.
    minWidth: 0,
    maxWidth: '100%',
    height: { base: '44px', lg: '40px' },
    bg: 'bg.muted',
    borderTopRadius: 'popup',
    borderBottomRadius: '2px',
    boxShadow: 'inset 0 -1px 0 var(--o-colors-border-control)',
  },
});

interface Props {
  /** The label of the group, for pages with more than one picker. */
  readonly label?: string;
  readonly selected: Pick<SelectedDevice, 'serial' | 'choices' | 'select'>;
  /** Whether there are buttons for the previous and the next device. */
  readonly hasSteps?: boolean;
}

/** Renders the device selection of a page as one group: search, dropdown, previous and next. */
export function DevicePicker({ label = 'Device', selected, hasSteps = true }: Props) {
  const [search, setSearch] = useState('');
  const [isAwaited, setIsAwaited] = useState(false);
  const { choices: devices, serial, select } = selected;
  const found = useMemo(() => foundBy(devices, search), [devices, search]);
  const name = devices.find((device) => device.serial === serial)?.name ?? 'Choose a device';
  const take = useStableCallback((chosen: string | undefined) => {
    if (chosen === undefined) return;
    setSearch('');
    select(chosen);
  });
  const narrow = (by: string) => {
    setIsAwaited(false);
    setSearch(by);
  };
  const areKnown = devices.length > 0;
  // A blank search matches every device: a second or held Enter after a choice would select the first device of the fleet, which would then receive the next
  // command.
  const isBlank = search.trim() === '';
  const firstFound = isBlank ? undefined : found[0]?.serial;
  const enter = () => (areKnown ? take(firstFound) : setIsAwaited(!isBlank));
  // If Enter is pressed before the devices are loaded, it is applied once they are.
  useEffect(() => {
    if (!isAwaited || !areKnown) return;
    setIsAwaited(false);
    take(firstFound);
  }, [isAwaited, areKnown, firstFound, take]);
  const field = { label, value: search, onValue: narrow, onTake: enter };
  return (
    <Group role="group" aria-label={label}>
      <DeviceSearch {...field} place="bar" />
      <DeviceDropdown serial={serial} devices={found} name={name} search={field} onSelect={take} />
      {hasSteps && <PreviousNextDevice {...selected} />}
    </Group>
  );
}

interface DeviceSelectProps {
  readonly label: string;
  readonly serial: string | null;
  readonly onSerial: (serial: string) => void;
}

/** Renders a device picker as a form field: label, search and list. */
export function DeviceSelect({ label, serial, onSerial }: DeviceSelectProps) {
  const devices = useAppSelector(selectSortedDevices);
  return (
    <div>
      <chakra.span aria-hidden="true" display="block" mb="6px" fontWeight="500">
        {label}
      </chakra.span>
      <DevicePicker label={label} selected={{ serial, choices: devices, select: onSerial }} hasSteps={false} />
    </div>
  );
}
