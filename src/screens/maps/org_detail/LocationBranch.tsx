import { chakra } from '@chakra-ui/react';
import { Bot, ChevronRight, MapPin, Warehouse } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { deviceLink, locationLink, mapLink } from '#domain/addresses';
import { activityOf } from '#domain/devices/activity';
import { listedFaults } from '#domain/devices/faults';
import { countText } from '#domain/text/labels';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { rowSeenAt } from '#state/fleetRows';
import { IconButton } from '#ui/IconButton';
import { WrappingText } from '#ui/WrappingText';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { MoreFaults } from '#widgets/MoreFaults';
import { OnlineMark } from '#widgets/OnlineMark';
import type { TreeDevice, TreeLocation } from './organisationTree.ts';

export const Branches = chakra('ul', { base: { listStyle: 'none' } });
const Leaves = chakra('ul', {
  base: { listStyle: 'none', ms: '15px', ps: '20px', borderInlineStart: '1px solid', borderColor: 'border' },
});
const Line = chakra('span', {
  base: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: { base: '44px', lg: '34px' }, minWidth: 0 },
});
const To = chakra(Link, {
  base: { minWidth: 0, overflowWrap: 'anywhere', _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' } },
});
const Note = chakra('small', { base: { textStyle: 'meta', color: 'fg.subtle' } });
const Arrow = chakra(ChevronRight, { variants: { isOpen: { true: { transform: 'rotate(90deg)' } } } });
/** The colour of the icon of a line. */
const QUIET = 'var(--o-colors-fg-subtle)';

function Leaf({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li>
      <Line>
        {icon}
        {children}
      </Line>
    </li>
  );
}

function DeviceLeaf({ serial, row }: TreeDevice) {
  const label = useDeviceLabel(serial);
  return (
    <Leaf icon={<Bot color={QUIET} aria-label="Device" />}>
      <To to={deviceLink(serial)}>
        <WrappingText>{label}</WrappingText>
      </To>
      {row?.status === 'online' && (
        <>
          <ActivityBadge activity={activityOf(row.reported?.state)} />
          <MoreFaults faults={listedFaults(row.reported?.state).further} />
        </>
      )}
      {row !== undefined && row.status !== 'online' && <OnlineMark status={row.status} seenAt={rowSeenAt(row)} />}
    </Leaf>
  );
}

interface Props {
  readonly branch: TreeLocation;
  /** Whether the location is initially expanded, as all locations are if there are few. */
  readonly isOpenFirst: boolean;
}

/** Renders a location of the organisation tree, expanded or collapsed, with its greenhouses and its devices with their activity. */
export function LocationBranch({ branch: { location, greenhouses, devices }, isOpenFirst }: Props) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const id = useId();
  return (
    <li>
      <Line>
        <IconButton
          size="sm"
          aria-label={`${isOpen ? 'Close' : 'Open'} ${location.name}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Arrow isOpen={isOpen} aria-hidden="true" />
        </IconButton>
        <MapPin color={QUIET} aria-label="Location" />
        <strong>
          <To to={locationLink(location.id)}>
            <WrappingText>{location.name}</WrappingText>
          </To>
        </strong>
        <Note>{`${countText(greenhouses.length, 'greenhouse')}, ${countText(devices.length, 'device')}`}</Note>
      </Line>
      {isOpen && (
        <Leaves id={id}>
          {greenhouses.map((greenhouse) => (
            <GreenhouseLeaf key={greenhouse.id} greenhouse={greenhouse} />
          ))}
          {devices.map((device) => (
            <DeviceLeaf key={device.serial} {...device} />
          ))}
        </Leaves>
      )}
    </li>
  );
}

function GreenhouseLeaf({ greenhouse: { name, map_id } }: { readonly greenhouse: TreeLocation['greenhouses'][number] }) {
  return (
    <Leaf icon={<Warehouse color={QUIET} aria-label="Greenhouse" />}>
      <WrappingText>{name}</WrappingText>
      {map_id && (
        <Note>
          <To to={mapLink(map_id)}>{map_id}</To>
        </Note>
      )}
    </Leaf>
  );
}
