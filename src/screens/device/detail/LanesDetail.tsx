import type { Device } from '#contract/device';
import { ErrorsSection } from './ErrorsSection.tsx';
import { GeneralSection } from './GeneralSection.tsx';
import { LocationSection } from './LocationSection.tsx';
import { MapsSection } from './MapsSection.tsx';
import { SimSection } from './SimSection.tsx';
import { SoftwareSection } from './SoftwareSection.tsx';
import { StateSection } from './StateSection.tsx';
import { TreatmentSection } from './TreatmentSection.tsx';
import { TwoColumns } from '#ui/TwoColumns';

/** A device that works on lanes: what it treats and where, then what it is. */
export function LanesDetail({ device }: { readonly device: Device }) {
  const { serial } = device;
  return (
    <TwoColumns
      wide={
        <>
          <TreatmentSection serial={serial} />
          <LocationSection device={device} />
        </>
      }
      side={
        <>
          <StateSection serial={serial} />
          <ErrorsSection serial={serial} />
          <GeneralSection device={device} />
          <SoftwareSection serial={serial} />
          <SimSection serial={serial} />
          <MapsSection serial={serial} />
        </>
      }
    />
  );
}
