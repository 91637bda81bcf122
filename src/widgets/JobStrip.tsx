import { chakra } from '@chakra-ui/react';
import type { LaneState } from '#domain/treatments/jobs';
import type { LaneCounts } from '#domain/treatments/laneCounts';
import { useColorMode } from '#ui/ColorMode';
import { mapColours } from '#ui/mapColours';
import { JobLegend } from './JobLegend.tsx';

const PITCH = 5.6;
const TICK = 3.4;
const HEIGHT = 28;
/** Maximum distance between ticks, when there are few lanes. */
const WIDEST_PITCH_PX = 12;
/**
 * The top of each tick. The height distinguishes the states without colour: failed is tallest, then completed and recovered; queued is low, and no job lowest.
 */
const tops: Readonly<Record<LaneState, number>> = { failed: 0, completed: 6.2, recovered: 6.2, queued: 14, none: 22 };

/** Renders one tick per lane of a treatment in the order of its jobs, and the legend of the colours. */
export function JobStrip({ lanes, count, hasBegun }: Pick<LaneCounts, 'lanes' | 'count' | 'hasBegun'>) {
  const { jobs } = mapColours[useColorMode().mode];
  return (
    <>
      <chakra.svg
        role="img"
        aria-label="Jobs of the treatment"
        viewBox={`0 0 ${lanes.length * PITCH - (PITCH - TICK)} ${HEIGHT}`}
        preserveAspectRatio="none"
        display="block"
        width="full"
        style={{ maxWidth: `${lanes.length * WIDEST_PITCH_PX}px` }}
        height="28px"
        mt="12px"
      >
        {lanes.map((state, at) => (
          <rect key={at} x={at * PITCH} y={tops[state]} width={TICK} height={HEIGHT - tops[state]} fill={jobs[state]} data-job={state} />
        ))}
      </chakra.svg>
      <JobLegend count={count} hasBegun={hasBegun} />
    </>
  );
}
