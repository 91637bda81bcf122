import { finishOf } from '#domain/treatments/finishStatus';
import { expect, it } from 'vitest';

/** The words of the specification. */
const WORDS = ['fully_completed', 'partially_completed', 'stopped', 'paused', 'failed'] as const;

it.each<[string, string | null, boolean | null, string, string, string]>([
  ['RULE-065', 'fully_completed', null, 'success', 'Fully completed', 'circle-check'],
  ['RULE-066', 'partially_completed', true, 'success', 'Partially completed', 'circle-check'],
  ['RULE-067', 'partially_completed', false, 'warning', 'Partially completed', 'circle-alert'],
  ['RULE-067', 'partially_completed', null, 'warning', 'Partially completed', 'circle-alert'],
  ['RULE-068', 'paused', true, 'warning', 'Paused', 'circle-pause'],
  ['RULE-069', 'stopped', true, 'warning', 'Stopped', 'circle-stop'],
  ['RULE-070', 'failed', null, 'danger', 'Failed', 'circle-x'],
  ['RULE-071', '', null, 'running', 'Running', 'loader-circle'],
  ['RULE-071', null, null, 'running', 'Running', 'loader-circle'],
  ['FIN1', 'vanished', null, 'unknown', 'vanished', 'circle-question-mark'],
])('[%s] %j, reached_end %s: %s', (_, status, reached, tone, label, icon) => {
  expect(finishOf(status, reached)).toEqual({ tone, label, icon });
});

it('[CONST-064] knows every status of the contract', () => {
  expect(WORDS).toEqual(['fully_completed', 'partially_completed', 'stopped', 'paused', 'failed']);
  expect(WORDS.filter((status) => finishOf(status, null).tone === 'unknown')).toEqual([]);
});
