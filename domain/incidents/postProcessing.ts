/** The first post-processing step of an incident, and the reason why a step cannot be retried. */

import { postProcessingStep, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';

/** The results of the post-processing steps; missing for a step that was not started. */
export type StepResults = Readonly<Partial<Record<PostProcessingStep, PostProcessingResult | null | undefined>>>;

/** The result message of a running step. */
export const RUNNING = 'Running';

/** The step that is named as the cause while the upload is being examined. */
export const FIRST_STEP = postProcessingStep.def.entries.data_parsing;

/** Returns why a step cannot be retried, regardless of other steps; null when its data may be available and it has no result or allows a retry. */
export function retryProblem(step: PostProcessingStep, results: StepResults, mayHaveData: boolean): string | null {
  if (!mayHaveData) return 'the data of this incident are not uploaded';
  const own = results[step];
  if (own == null || own.retry_possible === true) return null;
  if (own.success === true) return `${step} has succeeded already`;
  return own.message === RUNNING ? `${step} runs` : `${step} cannot succeed`;
}
