import { chakra } from '@chakra-ui/react';
import type { Device } from '#contract/devices/device';
import { activityOf } from '#domain/devices/activity';
import { faultLine, listedFaults } from '#domain/devices/faults';
import { wordText } from '#domain/text/labels';
import { selectLocationName } from '#state/referenceData';
import { useDevice, useAppSelector, useDeviceLabel } from '#hooks/useAppSelector';
import { ActivityBadge } from '#widgets/ActivityBadge';
import { MoreFaults } from '#widgets/MoreFaults';
import { AgeText } from '#widgets/AgeText';
import { BatteryIcon } from '#widgets/BatteryIcon';
import { ErrorText } from '#widgets/ErrorText';
import { useDeviceReported } from './useDeviceReported.ts';

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    // A name without spaces may break anywhere.
    '& h2': { minWidth: 0, overflowWrap: 'anywhere' },
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: '32px',
    '& .doing': {
      order: { base: 3, md: 0 },
      flex: { base: '1 1 100%', md: '1 1 0' },
      minWidth: { base: 0, md: '180px' },
      display: 'flex',
      gap: '12px',
    },
    '& .doing > *': { flex: 'none' },
    // Limited to one line, so that the content below stays in place. A truncated text is shown in full at its code.
    '& .doing > .meaning': {
      flex: '0 1 auto',
      minWidth: 0,
      lineHeight: '20px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& .end': { ml: 'auto', display: 'inline-flex', alignItems: 'center', gap: '20px' },
  },
});

/** Renders the line with name, activity, last report, location, type and battery of a device. */
export function DeviceTitle({ device: { serial, device_type } }: { readonly device: Device }) {
  const label = useDeviceLabel(serial);
  const row = useDevice(serial);
  const { isLive } = useDeviceReported(serial);
  const activity = activityOf(row?.state);
  const { first, further } = listedFaults(row?.state);
  return (
    <Line>
      <chakra.h2 data-shows="name" data-head="Name" textStyle="title" fontSize={{ base: '20px', md: '22px' }}>
        {label}
      </chakra.h2>
      {row !== undefined && (
        <span className="doing">
          <span data-shows="activity" data-head="State">
            <ActivityBadge variant="badge" activity={activity} />
          </span>
          {activity.code === undefined && first !== null && <span className="meaning">{faultLine(first)}</span>}
          <MoreFaults faults={further} />
          {activity.code !== undefined && (
            <span className="meaning">
              <ErrorText code={activity.code} place="events" />
            </span>
          )}
          {!isLive && (
            <span data-shows="reported" data-head="Last report">
              <AgeText at={row.reportedAt} staleAfterMs={0} />
            </span>
          )}
        </span>
      )}
      <span className="end">
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
      </span>
    </Line>
  );
}

interface Props {
  readonly serial: string;
}

/** Renders the location of a device, "Not Deployed" without one. */
export function LocationName({ serial }: Props) {
  return <>{useAppSelector((s) => selectLocationName(s, serial))}</>;
}
