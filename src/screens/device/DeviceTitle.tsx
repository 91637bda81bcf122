import { chakra } from '@chakra-ui/react';
import type { Device } from '#contract/devices/device';
import { activityOf } from '#domain/devices/activity';
import { faultLine, listedFaults } from '#domain/devices/faults';
import { wordText } from '#domain/text/labels';
import { reportReadAt } from '#state/fleet';
import { selectLocationName } from '#state/referenceData';
import { useDevice, useAppSelector, useDeviceLabel } from '#hooks/useAppSelector';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { MoreFaults } from '#widgets/MoreFaults';
import { AgeText } from '#widgets/AgeText';
import { LateReport } from '#widgets/LateReport';
import { BatteryIcon } from '#widgets/BatteryIcon';
import { ErrorText } from '#widgets/ErrorText';
import { useDeviceReported } from './useDeviceReported.ts';

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: '32px',
  },
});
/** A name without spaces may break anywhere. */
const Name = chakra('h2', { base: { textStyle: 'title', fontSize: { base: '20px', md: '22px' }, minWidth: 0, overflowWrap: 'anywhere' } });
const Doing = chakra('span', {
  base: {
    order: { base: 3, md: 0 },
    flex: { base: '1 1 100%', md: '1 1 0' },
    minWidth: { base: 0, md: '180px' },
    display: 'flex',
    gap: '12px',
  },
});
const Whole = chakra('span', { base: { flex: 'none' } });
/** Limited to one line, so that the content below does not move. A truncated text is shown in full at its code. */
const Meaning = chakra('span', {
  base: { flex: '0 1 auto', minWidth: 0, lineHeight: '20px', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
const End = chakra('span', { base: { ml: 'auto', display: 'inline-flex', alignItems: 'center', gap: '20px' } });

/** Renders the line with name, activity, last report, location, type and battery of a device. */
export function DeviceTitle({ device: { serial, device_type } }: { readonly device: Device }) {
  const label = useDeviceLabel(serial);
  const row = useDevice(serial);
  const readAt = reportReadAt(row);
  const { isLive } = useDeviceReported(serial);
  const activity = activityOf(row?.state);
  const { first, further } = listedFaults(row?.state);
  return (
    <Line>
      <Name data-shows="name" data-head="Name">
        {label}
      </Name>
      {row !== undefined && (
        <Doing>
          <Whole data-shows="activity" data-head="State">
            <ActivityBadge variant="badge" activity={activity} />
          </Whole>
          {activity.code === undefined && first !== null && <Meaning>{faultLine(first)}</Meaning>}
          <MoreFaults faults={further} />
          {activity.code !== undefined && (
            <Meaning>
              <ErrorText code={activity.code} place="events" />
            </Meaning>
          )}
          {!isLive && readAt !== null && (
            <Whole data-shows="reported" data-head="Last report">
              <AgeText at={readAt} staleAfterMs={0} />
            </Whole>
          )}
        </Doing>
      )}
      <LateReport serial={serial} />
      <End>
        <chakra.span hideBelow="md" textStyle="meta" color="fg.subtle">
          <span data-shows="location" data-head="Location">
            <LocationName serial={serial} />
          </span>
          ,{' '}
          <span data-shows="type" data-head="Type">
            {wordText(device_type)}
          </span>
        </chakra.span>
        <span data-shows="battery_level" data-head="Battery">
          <BatteryIcon level={row?.state.battery_level} />
        </span>
      </End>
    </Line>
  );
}

interface Props {
  readonly serial: string;
}

/** Renders the location of a device, "Not Deployed" if it has none. */
export function LocationName({ serial }: Props) {
  return <>{useAppSelector((s) => selectLocationName(s, serial))}</>;
}
