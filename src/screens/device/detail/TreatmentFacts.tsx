import { chakra } from '@chakra-ui/react';
import type { ActiveTreatment } from '#contract/fleet/dataGroup';
import type { LaneCounts } from '#domain/treatments/laneCounts';
import { MISSING, percentText } from '#domain/text/numbers';
import { startOf } from '#domain/treatments/startTime';
import { TimeText } from '#widgets/TimeText';

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: '1fr 1fr', md: '1.5fr 1.5fr 1.2fr .7fr' },
    gap: '12px',
    mt: '8px',
  },
});
const Fact = chakra('div', { base: { minWidth: 0 } });
const Name = chakra('dt', { base: { textStyle: 'meta', color: 'fg.muted' } });
const Value = chakra('dd', { base: { fontWeight: 500, overflowWrap: 'anywhere' } });
const Note = chakra('small', { base: { fontSize: '13px', fontWeight: 400, color: 'fg.muted', whiteSpace: 'nowrap' } });

interface Props {
  readonly treatment: ActiveTreatment;
  readonly lanes: LaneCounts;
}

/** Renders Mission, Start time, Lanes treated/asked and Coverage of the current treatment. */
export function ActiveTreatmentFacts({ treatment, lanes: { treated, requested, coverage } }: Props) {
  const { at, estimated } = startOf(treatment);
  return (
    <Facts>
      <Fact>
        <Name>Mission</Name>
        <Value data-shows="active_treatment.active_treatment.settings.mission_id" data-head="Mission">
          {treatment.settings?.mission_id || MISSING}
        </Value>
      </Fact>
      <Fact>
        <Name>Start time</Name>
        <Value data-shows="active_treatment.active_treatment.start_time" data-head="Start time">
          <TimeText at={at} /> {estimated && <Note>estimated</Note>}
        </Value>
      </Fact>
      <Fact>
        <Name>Lanes treated/asked</Name>
        <Value data-shows="active_treatment.active_treatment.jobs" data-head="Lanes treated/asked">{`${treated}/${requested}`}</Value>
      </Fact>
      <Fact>
        <Name>Coverage</Name>
        <Value data-shows="active_treatment.active_treatment.jobs" data-head="Coverage">
          {percentText(coverage)}
        </Value>
      </Fact>
    </Facts>
  );
}
