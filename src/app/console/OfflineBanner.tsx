import { chakra } from '@chakra-ui/react';
import { WifiOff } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '#ui/Banner';
import { useMedia } from '#ui/useMedia';

interface Props {
  readonly isOffline: boolean;
  /** Whether the banner describes the connection at the time of the recording instead of the viewer's own connection. */
  readonly isRecorded?: boolean;
}

const TEXT = 'No internet connection found. App is running in offline mode.';
const RECORDED = 'The recorded console had no connection at this moment.';

const Opener = chakra('button', {
  base: {
    display: 'block',
    width: 'full',
    minHeight: '36px',
    textAlign: 'start',
    '&[aria-expanded=true]': { py: '8px' },
    '&[aria-expanded=false]': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  },
});

/** Renders the warning "No internet connection found.", with a note that the shown data are outdated. Source: SHELL-046, MSG-014. */
export function OfflineBanner({ isOffline, isRecorded = false }: Props) {
  // On such a low screen, each line takes a tenth of the height, so only one line is shown until the user presses the text.
  const isLow = useMedia('(max-height: 400px)');
  if (!isOffline) return null;
  const text = isRecorded ? RECORDED : TEXT;
  return (
    <Banner tone="warning" icon={WifiOff} isLow={isLow}>
      {isLow ? <CutText text={text} /> : text}
    </Banner>
  );
}

/** Renders the text truncated to one line, or in full after it was pressed. */
function CutText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Opener type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {text}
    </Opener>
  );
}
