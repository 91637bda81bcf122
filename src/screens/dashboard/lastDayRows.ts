import type { AnswerOf } from '#contract/call';
import type { getTreatmentsLastDay, Treatment } from '#contract/fleet/treatment';
import { locationName } from '#domain/places/locationName';

/** One treatment of the last day and the locations of its devices. */
export interface TreatmentRow {
  readonly treatment: Treatment;
  readonly location: string;
}

/** Returns the treatments of the last day with the location names of their devices (`TreatmentRow`), which `places` holds by serial. */
export const lastDayRows = (
  answer: AnswerOf<typeof getTreatmentsLastDay> | undefined,
  places: ReadonlyMap<string, string>,
): readonly TreatmentRow[] =>
  (answer?.result ?? []).map((treatment) => {
    const names = new Set(treatment.device_serials.map((serial) => locationName(places, serial)));
    return { treatment, location: [...names].join(', ') };
  });
