import type { TreatmentHappening } from '#contract/fleet/treatment';

/** An event of a treatment with its index as key, since the wire has none. */
export interface HappeningRow {
  readonly key: string;
  readonly happening: TreatmentHappening;
}

/** Returns the events of a treatment as rows (`HappeningRow`), in their order. */
export const eventRows = (story: readonly TreatmentHappening[]): readonly HappeningRow[] =>
  story.map((happening, at) => ({ key: String(at), happening }));
