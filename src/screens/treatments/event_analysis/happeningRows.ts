import type { TreatmentHappening } from '#contract/treatment';

/** Something that happened, with its place in the story as key: the wire has none. */
export interface HappeningRow {
  readonly key: string;
  readonly happening: TreatmentHappening;
}

/** The rows of a story, in its order. */
export const happeningRows = (story: readonly TreatmentHappening[]): readonly HappeningRow[] =>
  story.map((happening, at) => ({ key: String(at), happening }));
