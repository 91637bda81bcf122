import { WifiOff } from 'lucide-react';
import { Banner } from '#ui/Banner';

interface Props {
  readonly isOffline: boolean;
}

/** Renders a warning that the shown data is outdated. Source: SHELL-046, MSG-014. */
export function OfflineBanner({ isOffline }: Props) {
  if (!isOffline) return null;
  return (
    <Banner tone="warning" icon={WifiOff}>
      No internet connection found. App is running in offline mode.
    </Banner>
  );
}
