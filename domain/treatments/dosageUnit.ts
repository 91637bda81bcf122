import type { Treatment, TreatmentJob } from '#contract/fleet/treatment';

/** The pattern of words for treatments and jobs that apply light; PostgreSQL uses this regular expression too, ignoring case. */
export const LIGHT_WORDS =
  '(^|[^a-z])(uv[abc]?|ultraviolet|light|lights|lamp|lamps|led|leds|licht|laser|photo[a-z]*|irradiat[a-z]*)([^a-z]|$)';

const pattern = new RegExp(LIGHT_WORDS, 'i');
const isLight = (word: string | null | undefined): boolean => word != null && pattern.test(word);

/** The pattern of units of light; PostgreSQL uses this regular expression too, ignoring case. */
export const LIGHT_UNITS = '^ *[mk]?j *(/|per )';

/**
 * Returns the unit of the dosages of a treatment: its own, or joules per square metre if the treatment, or each job with a dosage, applies light. Otherwise
 * null: a sprayer measures something else. Source: MAPV3.
 */
export function dosageUnit(
  { treatment_type, dosage_unit }: Pick<Treatment, 'treatment_type' | 'dosage_unit'>,
  jobs: readonly Pick<TreatmentJob, 'job_type' | 'dosage'>[],
): string | null {
  const own = dosage_unit?.trim();
  if (own) return own;
  const dosed = jobs.filter(({ dosage }) => dosage != null);
  return isLight(treatment_type) || (dosed.length > 0 && dosed.every(({ job_type }) => isLight(job_type))) ? 'J/m²' : null;
}
