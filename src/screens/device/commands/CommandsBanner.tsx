import { Info } from 'lucide-react';
import { selectIsInControl } from '#state/control';
import { selectLive } from '#state/referenceData';
import { useAppSelector } from '#state/useAppSelector';
import { Banner } from '#ui/Banner';

/** Why commands, or some of them, are not available; nothing when all are. */
export function CommandsBanner({ serial }: { readonly serial: string }) {
  const isLive = useAppSelector((s) => selectLive(s, serial));
  const isInControl = useAppSelector((s) => selectIsInControl(s, serial));
  if (!isLive) return <Banner tone="warning">You cannot execute commands, the device is not online</Banner>;
  if (isInControl) return null;
  return (
    <Banner tone="quiet" icon={Info}>
      Not all commands are available, you are not in control of the device
    </Banner>
  );
}
