import { chakra } from '@chakra-ui/react';
import { Hand } from 'lucide-react';
import { controlText, takeOverText } from '#domain/commands/control';
import { sinceText } from '#domain/errorCodes/errorSince';
import { selectNow } from '#state/clock';
import { selectHeldSince, selectHolder, selectIsInControl } from '#state/control';
import { selectDeviceLabel } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { CommandButton } from './CommandButton.tsx';

interface Props {
  readonly serial: string;
}

/** Renders who controls the device (this user, another user or nobody), since when, and the buttons to request or release control. */
export function ControlBanner({ serial }: Props) {
  const isMine = useAppSelector((s) => selectIsInControl(s, serial));
  const holder = useAppSelector((s) => selectHolder(s, serial));
  return (
    <chakra.div flex="1 1 440px" minWidth="0">
      <Banner tone={isMine ? 'mine' : 'quiet'} icon={Hand} action={<ControlButtons key={serial} serial={serial} />}>
        {/* The height is the same for every text, because the content below, including Stop, must not move when control changes. Two lines fit. */}
        <chakra.span display="grid" alignContent="center" minHeight={{ base: '80px', sm: '40px', lg: '32px' }} lineHeight={{ lg: '16px' }}>
          <span data-shows="control" data-head="Control">
            {isMine ? 'You are in control' : controlText(holder)} <Since serial={serial} />
          </span>
        </chakra.span>
      </Banner>
    </chakra.div>
  );
}

function Since({ serial }: Props) {
  const text = useAppSelector((s) => {
    const since = selectHeldSince(s, serial);
    return since === null ? null : sinceText(since, selectNow(s));
  });
  if (text === null) return null;
  return (
    <chakra.span textStyle="meta" fontWeight="400" whiteSpace="nowrap">
      since {text}
    </chakra.span>
  );
}

/** Renders the button that releases control, or the one that requests it; a takeover from another user needs confirmation. */
function ControlButtons({ serial }: { readonly serial: string }) {
  const isMine = useAppSelector((s) => selectIsInControl(s, serial));
  const question = useTakeOver(serial);
  if (isMine) return <CommandButton name="releaseControl" serial={serial} variant="outline" />;
  return <CommandButton name="takeControl" serial={serial} variant="solid" question={question} />;
}

/** Returns the confirmation text that names the current holder and the start of their control; null while nobody has control. */
function useTakeOver(serial: string): string | null {
  return useAppSelector((s) => {
    const holder = selectHolder(s, serial);
    const since = selectHeldSince(s, serial);
    if (holder === null) return null;
    return takeOverText(holder, since === null ? null : sinceText(since, selectNow(s)), selectDeviceLabel(s, serial));
  });
}
