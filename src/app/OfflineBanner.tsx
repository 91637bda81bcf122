import { WifiOff } from 'lucide-react';
import { Banner } from '#ui/Banner';

interface Props {
  readonly isOffline: boolean;
}

/** Says that the data shown is no longer current. Source: SHELL-046, MSG-014. */
export function OfflineBanner({ isOffline }: Props) {
  if (!isOffline) return null;
  return (
    <Banner tone="warning" icon={WifiOff}>
      No internet connection found. App is running in offline mode.
    </Banner>
  );
}
