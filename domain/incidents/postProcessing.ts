import { postProcessingStep, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';

/** The results of the post-processing steps; none for a step that was not started. */
export type StepResults = Readonly<Partial<Record<PostProcessingStep, PostProcessingResult | null | undefined>>>;

/** The result message of a running step. */
export const RUNNING = 'Running';

const steps = postProcessingStep.options;

/** The step that starts once the incident data are uploaded. */
export const FIRST_STEP = postProcessingStep.def.entries.data_parsing;

/** Returns the step after this one; null after the last. Source: OPEN-78. */
export const stepAfter = (step: PostProcessingStep): PostProcessingStep | null => steps[steps.indexOf(step) + 1] ?? null;

/** Returns why a step cannot be retried; null when its data are uploaded, the previous step succeeded, and it has no result or allows a retry. */
export function retryProblem(step: PostProcessingStep, results: StepResults, isUploaded: boolean): string | null {
  if (!isUploaded) return 'the data of this incident are not uploaded';
  const before = steps[steps.indexOf(step) - 1];
  if (before !== undefined && results[before]?.success !== true) return `${before} has not succeeded`;
  const own = results[step];
  if (own == null || own.retry_possible === true) return null;
  if (own.success === true) return `${step} has succeeded already`;
  return own.message === RUNNING ? `${step} runs` : `${step} cannot succeed`;
}
