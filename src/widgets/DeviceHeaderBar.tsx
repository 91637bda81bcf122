import { chakra } from '@chakra-ui/react';
import { problemTexts } from '#domain/commands/commandRows';
import { selectFleetKnownAt } from '#state/health';
import { selectDeviceStatus } from '#state/referenceData';
import { useAppSelector } from '#state/hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { Mark } from '#ui/Mark';
import { AgeText } from './AgeText.tsx';
import { ControlBanner } from './ControlBanner.tsx';
import { DevicePicker } from './DevicePicker.tsx';
import type { SelectedDevice } from './useSelectedSerial.ts';

interface Props {
  readonly selected: SelectedDevice;
}

/** Renders the header of the detail, commands and configuration pages: device picker, online status, and who has control with the button to request it. */
export function DeviceHeaderBar({ selected }: Props) {
  const { serial } = selected;
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="12px" alignItems="stretch">
      <DevicePicker selected={selected} />
      {serial !== null && <OnlineBanner serial={serial} />}
      {serial !== null && <ControlBanner serial={serial} />}
    </chakra.div>
  );
}

interface OnlineBannerProps {
  readonly serial: string;
}

/** Renders whether the device of this page is live, or that the console does not know. */
function OnlineBanner({ serial }: OnlineBannerProps) {
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  if (status !== 'online') {
    return (
      <chakra.div flex="1 0 100%" data-shows="live" data-head="Online">
        <Banner tone="warning">
          <span>{problemTexts[status]}</span> {status === 'unknown' && <KnowledgeAge />}
        </Banner>
      </chakra.div>
    );
  }
  return (
    // Hidden on phones for lack of room: the dot of the dropdown shows the same there.
    <chakra.div hideBelow="md" data-shows="live" data-head="Online">
      <Banner tone="online" icon={null}>
        <Mark tone="online" icon="disc">
          Online
        </Mark>
      </Banner>
    </chakra.div>
  );
}

/** Renders the age of what the console knows of the fleet. */
function KnowledgeAge() {
  const at = useAppSelector(selectFleetKnownAt);
  return at === undefined ? null : <AgeText at={at} clock="console" />;
}
