import { chakra } from '@chakra-ui/react';
import { Hand } from 'lucide-react';
import { controlText } from '#domain/control';
import { sinceText } from '#domain/errorSince';
import { selectNow } from '#state/clock';
import { selectHeldSince, selectHolder, selectIsInControl } from '#state/control';
import { useAppSelector } from '#state/useAppSelector';
import { Banner } from '#ui/Banner';
import { ControlButtons } from './ControlButtons.tsx';

interface Props {
  readonly serial: string;
}

/** Who controls the device now: this person, another one, or nobody; since when, and what can be done about it. */
export function ControlBanner({ serial }: Props) {
  const isMine = useAppSelector((s) => selectIsInControl(s, serial));
  const holder = useAppSelector((s) => selectHolder(s, serial));
  return (
    <chakra.div flex="1 1 440px" minWidth="0">
      <Banner tone={isMine ? 'mine' : 'quiet'} icon={Hand} action={<ControlButtons key={serial} serial={serial} />}>
        {/* As high for every text: what stands below, a stop among it, must not move when control changes. Two lines are as high as the banner. */}
        <chakra.span display="grid" alignContent="center" minHeight={{ base: '80px', sm: '40px', lg: '32px' }} lineHeight={{ lg: '16px' }}>
          <span>
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
