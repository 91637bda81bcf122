import { chakra } from '@chakra-ui/react';
import { problemTexts } from '#domain/commands/commandRows';
import { selectFleetKnownAt } from '#state/health';
import { selectDeviceStatus } from '#state/referenceData';
import { useAppSelector } from '#state/hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { AgeText } from './AgeText.tsx';
import { ControlBanner } from './ControlBanner.tsx';
import { DevicePicker } from './DevicePicker.tsx';
import { OnlineMark } from './OnlineMark.tsx';
import type { SelectedDevice } from './useSelectedSerial.ts';

interface Props {
  readonly selected: SelectedDevice;
  /** The page has Stop: what it says of a device that is not online stands there, since here it would push Stop away. */
  readonly hasStop?: boolean | undefined;
}

/** Renders the header of the detail, commands and configuration pages: device picker, online status, and who has control with the button to request it. */
export function DeviceHeaderBar({ selected, hasStop = false }: Props) {
  const { serial } = selected;
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="12px" alignItems="stretch">
      <DevicePicker selected={selected} />
      {serial !== null && <OnlineStatus serial={serial} isShort={hasStop} />}
      {serial !== null && <ControlBanner serial={serial} />}
    </chakra.div>
  );
}

const LIVE = { 'data-shows': 'live', 'data-head': 'Online' };

/** Renders whether the device of this page is live, or that the console does not know; `isShort`: in a word. */
function OnlineStatus({ serial, isShort }: { readonly serial: string; readonly isShort: boolean }) {
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  if (status !== 'online' && !isShort) {
    return (
      <chakra.div flex="1 0 100%" {...LIVE}>
        <NotOnline serial={serial} />
      </chakra.div>
    );
  }
  return (
    // Hidden on phones for lack of room, and on tablets where a longer word would push Stop down: the dot of the dropdown shows the same there.
    <chakra.div hideBelow={status === 'online' ? 'md' : 'lg'} {...LIVE}>
      <Banner tone={status === 'online' ? 'online' : 'warning'} icon={null}>
        <OnlineMark status={status} />
      </Banner>
    </chakra.div>
  );
}

/** Renders that a device is not online, or that the console does not know; nothing of one that is. */
export function NotOnline({ serial }: { readonly serial: string }) {
  const status = useAppSelector((s) => selectDeviceStatus(s, serial));
  if (status === 'online') return null;
  return (
    <Banner tone="warning">
      <span>{problemTexts[status]}</span> {status === 'unknown' && <KnowledgeAge />}
    </Banner>
  );
}

/** Renders the age of what the console knows of the fleet. */
function KnowledgeAge() {
  const at = useAppSelector(selectFleetKnownAt);
  return at === undefined ? null : <AgeText at={at} clock="console" />;
}
