import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { selectDeviceLabel } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { DeviceChoices } from './DeviceChoices.tsx';
import type { DeviceSearchProps } from './DeviceSearch.tsx';
import { DeviceDot } from './DeviceDot.tsx';
import { DeviceSerial } from './DeviceSerial.tsx';
import type { DeviceChoice } from './useSelectedSerial.ts';

interface Props {
  readonly serial: string | null;
  /** The devices to choose from, in display order. */
  readonly devices: readonly DeviceChoice[];
  /** The name of the selected device, which may not be in `devices` while a search filters them. */
  readonly name: string;
  readonly search: DeviceSearchProps;
  readonly onSelect: (serial: string) => void;
}

const Place = chakra('div', {
  base: {
    flex: 1,
    minWidth: 0,
    // From the `md` width on, the search is next to the dropdown, separated by this line.
    borderInlineStart: '1px solid var(--o-colors-border)',
    borderInlineStartWidth: { base: '0', md: '1px' },
    width: { base: 'auto', md: '236px' },
    // Leaves room for name and serial next to both signs of a device in error.
    '@media (min-width: 1440px)': { width: '272px' },
  },
});
const Trigger = chakra('button', {
  base: { display: 'flex', alignItems: 'center', gap: '8px', px: '12px', border: 0, width: 'full', height: 'full' },
});
const Name = chakra('span', { base: { fontWeight: 600, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' } });

/** Renders the closed dropdown that selects a device: dot, name and serial. */
export function DeviceDropdown({ serial, devices, name, search, onSelect }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const open = (by: HTMLElement) => setAnchor(anchor === null ? by : null);
  const label = useAppSelector((s) => (serial === null ? name : selectDeviceLabel(s, serial, name)));
  const choose = (chosen: string) => {
    if (chosen !== serial) onSelect(chosen);
  };
  return (
    <Place>
      <Trigger
        type="button"
        role="combobox"
        aria-label={`Device: ${label}`}
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        onClick={({ currentTarget }) => open(currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.currentTarget);
        }}
      >
        {serial !== null && <DeviceDot serial={serial} />}
        <Name>{name}</Name>
        <DeviceSerial>{serial}</DeviceSerial>
        <chakra.span display="flex" ms="auto">
          <ChevronDown aria-hidden="true" />
        </chakra.span>
      </Trigger>
      {anchor &&
        createPortal(
          <DeviceChoices
            id={id}
            anchor={anchor}
            serial={serial}
            devices={devices}
            search={search}
            onChoose={choose}
            onClose={() => setAnchor(null)}
          />,
          document.body,
        )}
    </Place>
  );
}
