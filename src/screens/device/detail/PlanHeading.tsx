import { chakra } from '@chakra-ui/react';
import { AgeText } from '#widgets/AgeText';
import { SectionEnd } from '../SectionEnd.tsx';
import type { LastReport } from '../useDeviceReported.ts';

export const LOCATION_TITLE = 'Current Location';
/** A device reports about once a second; a report older than 10 s is shown as stale. */
const STALE_AFTER_MS = 10_000;

/** Renders the age of the position, from the newest report. */
export function PlaceAge({ isLive, reportedAt }: LastReport) {
  return reportedAt === null ? null : <AgeText at={reportedAt} staleAfterMs={isLive ? STALE_AFTER_MS : 0} />;
}

/** Renders the heading of the plan, left of its layer switches. */
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
