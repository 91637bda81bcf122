import type { Device } from '#contract/device';
import { useWords } from '#state/words';
import { Banner } from '#ui/Banner';

/** A device whose type nobody has drawn yet. */
export function NoDetail({ device: { device_type } }: { readonly device: Device }) {
  const { product } = useWords();
  return (
    <Banner tone="quiet">
      {`The state visualisation for this device type (${device_type}) is not yet implemented. Contact your ${product} manager to implement this.`}
    </Banner>
  );
}
