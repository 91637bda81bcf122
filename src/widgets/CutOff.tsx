import type { Device } from '#contract/devices/device';
import { cutOffText } from '#domain/people/cutOff';
import { withDeployment } from '#domain/devices/deviceRecord';
import { selectListedDeployment } from '#state/referenceData';
import { selectRole } from '#state/session';
import { useAppSelector, useDeviceLabel } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { BannerLink } from './BannerLink.tsx';
import { useRenews } from './useRenews.ts';

interface Props {
  readonly device: Device;
  /** The page on which the device is reconnected, if it is another page. */
  readonly to?: string | undefined;
}

/** Renders the reason why a device is cut off and how to reconnect it; nothing for other devices. Source: ENDS2. */
export function CutOff({ device, to }: Props) {
  const name = useDeviceLabel(device.serial);
  const listed = useAppSelector((s) => selectListedDeployment(s, device.serial));
  const text = cutOffText(withDeployment(device, listed), { name, role: useAppSelector(selectRole), renews: useRenews(device) });
  if (text === null) return null;
  return (
    <Banner tone="warning" action={to === undefined ? undefined : <BannerLink to={to}>Device Info</BannerLink>}>
      {text}
    </Banner>
  );
}
