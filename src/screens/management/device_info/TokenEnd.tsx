import type { Device } from '#contract/devices/device';
import { tokenEndText } from '#domain/devices/tokenEnd';
import { selectNow } from '#state/clock';
import { useFeature } from '#hooks/features';
import { useAppSelector, useDeviceLabel } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';

/** Renders that the access token that a person put on a device expires soon or has expired, and the remedy; otherwise nothing. Source: RENEW8. */
export function TokenEnd({ device }: { readonly device: Device }) {
  const isKnown = useFeature('device_tokens');
  const name = useDeviceLabel(device.serial);
  // The selector returns the text, so that the component renders only when the text changes.
  const text = useAppSelector((s) => (isKnown ? tokenEndText(device, selectNow(s)) : null));
  if (text === null) return null;
  return (
    <Banner tone="warning">
      {`The access token of ${name} ${text}: then it cannot connect again. Download one and put it on the device, or let the device renew it by its key.`}
    </Banner>
  );
}
