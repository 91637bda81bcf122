import type { Device } from '#contract/devices/device';
import { dockingRows, implementOneRows, implementTwoRows, platformRows } from './dockRows.tsx';
import { FaultsSection } from './FaultsSection.tsx';
import { GeneralSection } from './GeneralSection.tsx';
import { ReportSection } from './ReportSection.tsx';
import { TwoColumns } from '#ui/TwoColumns';

/** Renders a docking platform: its state, its dock, and its implements. */
export function DockDetail({ device }: { readonly device: Device }) {
  const { serial } = device;
  return (
    <TwoColumns
      wide={
        <>
          <ReportSection title="State" serial={serial} rows={platformRows} />
          <FaultsSection serial={serial} />
          <ReportSection title="Docking" serial={serial} rows={dockingRows} />
        </>
      }
      side={
        <>
          <ReportSection title="Implement one" serial={serial} rows={implementOneRows} />
          <ReportSection title="Implement two" serial={serial} rows={implementTwoRows} />
          <GeneralSection device={device} />
        </>
      }
    />
  );
}
