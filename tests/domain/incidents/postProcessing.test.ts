import { expect, it } from 'vitest';
import type { PostProcessingStep } from '#contract/incident';
import { retryProblem, RUNNING, type StepResults } from '#domain/incidents/postProcessing';

const good = { success: true, message: 'done', retry_possible: false };
const busy = { success: false, message: 'busy', retry_possible: true };
const lost = { success: false, message: 'nothing filmed', retry_possible: false };
const running = { success: false, message: RUNNING, retry_possible: false };

it.each<[string, PostProcessingStep, StepResults, boolean, string | null]>([
  ['the first step that never began', 'data_parsing', {}, true, null],
  ['one without data', 'data_parsing', {}, false, 'the data of this incident are not uploaded'],
  ['one that failed and may run again', 'data_parsing', { data_parsing: busy }, true, null],
  ['one that failed, when its data are gone', 'data_parsing', { data_parsing: busy }, false, 'the data of this incident are not uploaded'],
  ['one that succeeded', 'data_parsing', { data_parsing: good }, true, 'data_parsing has succeeded already'],
  ['one that runs', 'data_parsing', { data_parsing: running }, true, 'data_parsing runs'],
  ['one whose result cannot change', 'data_parsing', { data_parsing: lost }, true, 'data_parsing cannot succeed'],
  ['the second before the first', 'log_parsing', {}, true, null],
  ['the second while the first runs', 'log_parsing', { data_parsing: running }, true, null],
  ['the third after the others failed', 'mosaic_rendering', { data_parsing: busy, log_parsing: lost }, true, null],
  ['one that succeeded with a part of its data', 'data_parsing', { data_parsing: { ...good, retry_possible: true } }, true, null],
])('[INC3] [EVID1] a retry of %s', (_name, step, results, isUploaded, problem) => {
  expect(retryProblem(step, results, isUploaded)).toBe(problem);
});
