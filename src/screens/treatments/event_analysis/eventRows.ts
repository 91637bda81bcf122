import type { TreatmentHappening } from '#contract/fleet/treatment';

/** An event of a treatment with its index as key: the wire has none. */
export interface HappeningRow {
  readonly key: string;
  readonly happening: TreatmentHappening;
}

/** Returns the rows of a list of events, in its order. */
export const eventRows = (story: readonly TreatmentHappening[]): readonly HappeningRow[] =>
  story.map((happening, at) => ({ key: String(at), happening }));
