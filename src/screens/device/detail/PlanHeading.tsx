import { chakra } from '@chakra-ui/react';
import { AgeText } from '#widgets/AgeText';
import { SectionEnd } from '../SectionEnd.tsx';
import type { LastReport } from '../useDeviceReported.ts';

export const LOCATION_TITLE = 'Current Location';
/** A device reports about once a second; ten without a word are shown as old. */
const STALE_AFTER_MS = 10_000;

/** The age of the place, from the newest report. */
export function PlaceAge({ isLive, reportedAt }: LastReport) {
  return reportedAt === null ? null : <AgeText at={reportedAt} staleAfterMs={isLive ? STALE_AFTER_MS : 0} />;
}

/** The head of the plan; the switches of its layers stand beside it. */
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
