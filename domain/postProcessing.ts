import { postProcessingStep, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';

/** What came of the steps of an incident; a step that never began has none. */
export type StepResults = Readonly<Partial<Record<PostProcessingStep, PostProcessingResult | null | undefined>>>;

/** The message of a step while it runs. */
export const RUNNING = 'Running';

const steps = postProcessingStep.options;

/** The step that is due as soon as the data are there. */
export const FIRST_STEP = postProcessingStep.enum.data_parsing;

/** The step that follows when this one has succeeded; null after the last. Source: OPEN-78. */
export const stepAfter = (step: PostProcessingStep): PostProcessingStep | null => steps[steps.indexOf(step) + 1] ?? null;

/** Why a step cannot be tried now; null when it can: its data are there, the step before has succeeded, and it has not run or may run again. */
export function retryProblem(step: PostProcessingStep, results: StepResults, isUploaded: boolean): string | null {
  if (!isUploaded) return 'the data of this incident are not uploaded';
  const before = steps[steps.indexOf(step) - 1];
  if (before !== undefined && results[before]?.success !== true) return `${before} has not succeeded`;
  const own = results[step];
  if (own == null || own.retry_possible === true) return null;
  if (own.success === true) return `${step} has succeeded already`;
  return own.message === RUNNING ? `${step} runs` : `${step} cannot succeed`;
}
