import { chakra } from '@chakra-ui/react';
import type { LaneState } from '#domain/treatments/jobs';
import { numberText } from '#domain/text/numbers';
import { useColorMode } from '#ui/ColorMode';
import { mapColours } from '#ui/mapColours';

/** The label of each lane state, in the order of the legend. Source: RULE-074..078. */
export const laneWords: Readonly<Record<LaneState, string>> = {
  completed: 'Completed',
  recovered: 'Recovered',
  failed: 'Failed',
  // Includes lanes that are being treated, which do not have their own colour. Rows and cards show the status that the device reports.
  queued: 'Queued',
  none: 'No job',
};
/** The label if some of the queued lanes are being treated. Source: LANE1. */
const WITH_BEGUN = 'Queued or running';
const shown = ['completed', 'recovered', 'failed', 'queued', 'none'] as const;

const Legend = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 18px',
    mt: '8px',
    // On a phone, all states need two lines, also before the number of lanes without a job is known.
    alignContent: 'start',
    minHeight: { base: '44px', md: '20px' },
    textStyle: 'meta',
    color: 'fg.muted',
  },
});
const State = chakra('li', { base: { display: 'inline-flex', alignItems: 'center', gap: '6px' } });
const Count = chakra('b', { base: { fontWeight: 500, color: 'fg' } });

interface Props {
  readonly count: Readonly<Record<LaneState, number>>;
  /** Whether some of the queued lanes are being treated. */
  readonly hasBegun: boolean;
}

/** Renders the legend of the lane colours (`laneWords`) with the number of lanes per state. */
export function JobLegend({ count, hasBegun }: Props) {
  const { jobs } = mapColours[useColorMode().mode];
  return (
    <Legend>
      {shown.map((state) =>
        count[state] === 0 ? null : (
          <State key={state}>
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" fill={jobs[state]} />
            </svg>
            {state === 'queued' && hasBegun ? WITH_BEGUN : laneWords[state]} <Count>{numberText(count[state])}</Count>
          </State>
        ),
      )}
    </Legend>
  );
}
