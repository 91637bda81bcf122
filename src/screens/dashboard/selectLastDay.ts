import { createSelector } from '@reduxjs/toolkit';
import { getTreatmentsLastDay, type Treatment } from '#contract/fleet/treatment';
import { locationName } from '#domain/places/locationName';
import { selectAnswer } from '#state/answers';
import { selectLocationNames } from '#state/referenceData';
import type { RootState } from '#state/store';

/** One treatment of the last day and the locations of its devices. */
export interface TreatmentRow {
  readonly treatment: Treatment;
  readonly location: string;
}

/**
 * Selects the treatments of the last day with the location names of their devices (`TreatmentRow`); the same list until the response
 * changes.
 */
export const selectLastDay = createSelector(
  [(s: RootState) => selectAnswer(s, getTreatmentsLastDay), selectLocationNames],
  (answer, places): readonly TreatmentRow[] =>
    (answer?.result ?? []).map((treatment) => {
      const names = new Set(treatment.device_serials.map((serial) => locationName(places, serial)));
      return { treatment, location: [...names].join(', ') };
    }),
);
