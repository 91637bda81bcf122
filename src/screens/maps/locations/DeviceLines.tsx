import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { deviceLink } from '#domain/addresses';
import { activityOf } from '#domain/devices/activity';
import { listedFaults } from '#domain/devices/faults';
import { numberText } from '#domain/text/numbers';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { rowSeenAt, type FleetRow } from '#state/fleetRows';
import { WrappingText } from '#ui/WrappingText';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { NamedFaults } from '#widgets/MoreFaults';
import { BatteryIcon } from '#widgets/BatteryIcon';
import { OnlineMark } from '#widgets/OnlineMark';

const Lines = chakra('ul', { base: { listStyle: 'none' } });
const Line = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(64px, auto) minmax(0, 1fr) 76px',
    alignItems: 'center',
    gap: '8px',
    minHeight: { base: '44px', lg: '34px' },
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    _last: { borderBottom: 0 },
  },
});
const Doing = chakra('span', { base: { overflow: 'hidden', display: 'flex', gap: '6px' } });
const End = chakra('span', { base: { justifySelf: 'end' } });
const To = chakra(Link, {
  base: {
    fontWeight: 600,
    minWidth: 0,
    overflowWrap: 'anywhere',
    _hover: { textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});

/** Maximum number of devices that are listed; the fleet screens list all. */
const LISTED = 50;

/** Renders the devices of a location, at most 50, each with a link, the activity, "Offline" or "Unknown", and the battery. */
export function DeviceLines({ devices }: { readonly devices: readonly FleetRow[] }) {
  return (
    <>
      <Lines>
        {devices.slice(0, LISTED).map((row) => (
          <Line key={row.device.serial}>
            <NamedDevice serial={row.device.serial} />
            <Doing>
              {row.status === 'online' ? (
                <>
                  <ActivityBadge activity={activityOf(row.reported?.state)} />
                  <NamedFaults {...listedFaults(row.reported?.state)} />
                </>
              ) : (
                <OnlineMark status={row.status} seenAt={rowSeenAt(row)} />
              )}
            </Doing>
            <End>
              <BatteryIcon level={row.reported?.state.battery_level} />
            </End>
          </Line>
        ))}
      </Lines>
      {devices.length > LISTED && <chakra.p color="fg.subtle">{`${numberText(devices.length - LISTED)} more`}</chakra.p>}
    </>
  );
}

function NamedDevice({ serial }: { readonly serial: string }) {
  return (
    <To to={deviceLink(serial)}>
      <WrappingText>{useDeviceLabel(serial)}</WrappingText>
    </To>
  );
}
