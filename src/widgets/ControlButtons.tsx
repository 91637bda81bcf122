import { takeOverText } from '#domain/control';
import { sinceText } from '#domain/errorSince';
import { selectNow } from '#state/clock';
import { selectHeldSince, selectHolder, selectIsInControl } from '#state/control';
import { selectListedDevice } from '#state/referenceData';
import { useAppSelector } from '#state/useAppSelector';
import { CommandButton } from './CommandButton.tsx';

/** What can be done about control: give it back, or take it; from another person only after a question. */
export function ControlButtons({ serial }: { readonly serial: string }) {
  const isMine = useAppSelector((s) => selectIsInControl(s, serial));
  const question = useTakeOver(serial);
  if (isMine) return <CommandButton name="releaseControl" serial={serial} look="outline" />;
  return <CommandButton name="takeControl" serial={serial} look="solid" question={question} />;
}

/** Who would lose control, since when; null while nobody has it. */
function useTakeOver(serial: string): string | null {
  return useAppSelector((s) => {
    const holder = selectHolder(s, serial);
    const since = selectHeldSince(s, serial);
    if (holder === null) return null;
    return takeOverText(holder, since === null ? null : sinceText(since, selectNow(s)), selectListedDevice(s, serial)?.name ?? serial);
  });
}
