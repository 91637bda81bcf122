import { chakra } from '@chakra-ui/react';
import { AgeText } from '#widgets/AgeText';
import { SectionEnd } from '../SectionEnd.tsx';
import type { LastReport } from '../useDeviceReported.ts';
import { useStaleAfter } from '../useStaleAfter.ts';

export const LOCATION_TITLE = 'Current Location';

/** Renders the age of the position, from the newest report. */
export function PlaceAge({ isLive, reportedAt }: LastReport) {
  const staleAfterMs = useStaleAfter(reportedAt, isLive);
  return reportedAt === null ? null : <AgeText at={reportedAt} staleAfterMs={staleAfterMs} />;
}

/** Renders the heading of the plan with the age of the position, to the left of the layer switches. */
export function PlanHeading(reported: LastReport) {
  return (
    <SectionEnd>
      <chakra.h2 fontSize="14px" lineHeight="20px" fontWeight="600">
        {LOCATION_TITLE}
      </chakra.h2>
      <PlaceAge {...reported} />
    </SectionEnd>
  );
}
