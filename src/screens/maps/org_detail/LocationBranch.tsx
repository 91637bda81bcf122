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

export const Branches = chakra('ul', {
  base: {
    listStyle: 'none',
    '& ul': { listStyle: 'none', ms: '15px', ps: '20px', borderInlineStart: '1px solid', borderColor: 'border' },
    '& .line': { display: 'flex', alignItems: 'center', gap: '8px', minHeight: { base: '44px', lg: '34px' }, minWidth: 0 },
    '& .line > .lucide': { flex: 'none', color: 'fg.subtle' },
    '& .line a': { minWidth: 0, overflowWrap: 'anywhere' },
    '& .line a:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' },
    '& .line > small': { textStyle: 'meta', color: 'fg.subtle' },
    '& [aria-expanded=true] .lucide': { transform: 'rotate(90deg)' },
  },
});

function Leaf({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li>
      <span className="line">
        {icon}
        {children}
      </span>
    </li>
  );
}

function DeviceLeaf({ serial, row }: TreeDevice) {
  const label = useDeviceLabel(serial);
  return (
    <Leaf icon={<Bot aria-label="Device" />}>
      <Link to={deviceLink(serial)}>
        <WrappingText>{label}</WrappingText>
      </Link>
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
  /** Whether the location is initially open, as all locations are when there are few of them. */
  readonly isOpenFirst: boolean;
}

/** Renders a location of the organisation tree, open or closed, with its greenhouses and devices with their activity. */
export function LocationBranch({ branch: { location, greenhouses, devices }, isOpenFirst }: Props) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  const id = useId();
  return (
    <li>
      <span className="line">
        <IconButton
          size="sm"
          aria-label={`${isOpen ? 'Close' : 'Open'} ${location.name}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
        <MapPin aria-label="Location" />
        <strong>
          <Link to={locationLink(location.id)}>
            <WrappingText>{location.name}</WrappingText>
          </Link>
        </strong>
        <small>{`${countText(greenhouses.length, 'greenhouse')}, ${countText(devices.length, 'device')}`}</small>
      </span>
      {isOpen && (
        <ul id={id}>
          {greenhouses.map((greenhouse) => (
            <GreenhouseLeaf key={greenhouse.id} greenhouse={greenhouse} />
          ))}
          {devices.map((device) => (
            <DeviceLeaf key={device.serial} {...device} />
          ))}
        </ul>
      )}
    </li>
  );
}

function GreenhouseLeaf({ greenhouse: { name, map_id } }: { readonly greenhouse: TreeLocation['greenhouses'][number] }) {
  return (
    <Leaf icon={<Warehouse aria-label="Greenhouse" />}>
      <WrappingText>{name}</WrappingText>
      {map_id && (
        <small>
          <Link to={mapLink(map_id)}>{map_id}</Link>
        </small>
      )}
    </Leaf>
  );
}
