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
    '& > div': { minWidth: 0 },
    '& dt': { textStyle: 'meta', color: 'fg.muted' },
    '& dd': { fontWeight: 500, overflowWrap: 'anywhere' },
    '& small': { fontSize: '13px', fontWeight: 400, color: 'fg.muted', whiteSpace: 'nowrap' },
  },
});

interface Props {
  readonly treatment: ActiveTreatment;
  readonly lanes: LaneCounts;
}

/** Renders Mission, Start time, Lanes treated/asked and Coverage of the current treatment. */
export function ActiveTreatmentFacts({ treatment, lanes: { treated, requested, coverage } }: Props) {
  const { at, estimated } = startOf(treatment);
  return (
    <Facts>
      <div>
        <dt>Mission</dt>
        <dd data-shows="active_treatment.active_treatment.settings.mission_id" data-head="Mission">
          {treatment.settings?.mission_id ?? MISSING}
        </dd>
      </div>
      <div>
        <dt>Start time</dt>
        <dd data-shows="active_treatment.active_treatment.start_time" data-head="Start time">
          <TimeText at={at} /> {estimated && <small>estimated</small>}
        </dd>
      </div>
      <div>
        <dt>Lanes treated/asked</dt>
        <dd data-shows="active_treatment.active_treatment.jobs" data-head="Lanes treated/asked">{`${treated}/${requested}`}</dd>
      </div>
      <div>
        <dt>Coverage</dt>
        <dd data-shows="active_treatment.active_treatment.jobs" data-head="Coverage">
          {percentText(coverage)}
        </dd>
      </div>
    </Facts>
  );
}
