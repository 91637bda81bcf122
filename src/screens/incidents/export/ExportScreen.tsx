import { getAllDevices } from '#contract/devices/device';
import { useAnswer } from '#hooks/useAnswer';
import { Banner } from '#ui/Banner';
import { Page } from '#ui/Page';
import { TwoColumns } from '#ui/TwoColumns';
import { PastTime, TimeRow } from '#widgets/PastTime';
import { useNewestStep } from '#widgets/useNewestStep';
import { DevicesSection } from './DevicesSection.tsx';
import { SummarySection } from './SummarySection.tsx';
import { useExport } from './useExport.ts';

/** The Export Incidents screen: devices and a period (Start date, End date), exported as a spreadsheet. Source: INC-071..080. */
export function ExportScreen() {
  const query = useAnswer(getAllDevices, {});
  const newest = useNewestStep();
  const draft = useExport();
  return (
    <Page>
      <TimeRow>
        <PastTime label="Start date" at={draft.start} onAt={(at) => draft.setTime('start', at)} />
        <PastTime label="End date" at={draft.endsNow ? newest : draft.end} onAt={(at) => draft.setTime('end', at)} />
      </TimeRow>
      {draft.problem !== null && <Banner tone="warning">{draft.problem}</Banner>}
      <TwoColumns
        wide={<DevicesSection query={query} devices={draft.devices} serials={draft.serials} onChoose={draft.choose} />}
        side={<SummarySection draft={draft} />}
      />
    </Page>
  );
}
