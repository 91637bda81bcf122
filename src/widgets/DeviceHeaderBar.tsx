import { chakra } from '@chakra-ui/react';
import { selectLive } from '#state/referenceData';
import { useAppSelector } from '#state/useAppSelector';
import { Banner } from '#ui/Banner';
import { Mark } from '#ui/Mark';
import { ControlBanner } from './ControlBanner.tsx';
import { DevicePicker } from './DevicePicker.tsx';
import type { SelectedDevice } from './useSelectedSerial.ts';

interface Props {
  readonly selected: SelectedDevice;
}

/** The head of the detail, commands and configuration pages: which device, whether it is live, who controls it, and the button to take control. */
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

/** Whether the device of this page is live. */
function OnlineBanner({ serial }: OnlineBannerProps) {
  const live = useAppSelector((s) => selectLive(s, serial));
  if (!live) {
    return (
      <chakra.div flex="1 0 100%">
        <Banner tone="warning">Device is not online</Banner>
      </chakra.div>
    );
  }
  return (
    // A telephone has no room for it: there the dot of the dropdown says the same.
    <chakra.div hideBelow="md">
      <Banner tone="online" icon={null}>
        <Mark tone="online" icon="disc">
          Online
        </Mark>
      </Banner>
    </chakra.div>
  );
}
