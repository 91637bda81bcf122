import { commandKind, type CommandKind } from '#contract/command';
import { commandText, isFinal, isRunning, refusalText, type ShownStatus, progressOf, tookText } from '#domain/commands/commandText';
import { wordText } from '#domain/text/labels';
import type { CommandName } from '#domain/commands/commandRows';
import { expect, it } from 'vitest';

it.each<[CommandKind, object, string]>([
  ['take_control', {}, 'Request Control'],
  ['release_control', {}, 'Release Control'],
  ['stop_immediately', {}, 'Stop Immediately'],
  ['upload_data', { incident: 'all' }, 'Upload All Incident Data'],
  ['upload_data', { incident: '8c1f' }, 'Upload 8c1f'],
  ['upload_data', {}, 'Upload'],
  ['validate_maps', {}, 'Validate Maps'],
  ['reload_config', {}, 'Reload Config'],
  ['config', { file_name: 'navigation.yaml', config_name: 'max_speed', new_value: 0.4 }, 'Change Config max_speed'],
  ['config', { config_name: 7 }, 'Change Config'],
  ['sync', {}, 'Sync Treatments'],
])('[CMDS1] %s %j reads %s', (kind, given, text) => {
  expect(commandText(kind, { ...given })).toBe(text);
});

it('[CMDS1] every kind has a word', () => {
  for (const kind of commandKind.options) expect(commandText(kind, {})).not.toBe('');
});

it.each<[ShownStatus, boolean, boolean, number, string, boolean]>([
  ['given', false, false, 1, 'Given', false],
  ['sent', true, false, 2, 'Sent', false],
  ['delivered', true, true, 3, 'Delivered', false],
  ['done', true, true, 4, 'Done', true],
  ['done', true, false, 4, 'Done', true],
  ['failed', true, true, 3, 'Failed', true],
  ['failed', false, false, 1, 'Failed', true],
  ['expired', true, false, 2, 'Expired', true],
  ['refused', false, false, 1, 'Not sent', true],
])('[CMDS2] %s, sent %s, delivered %s: %i steps, %s', (status, isSent, isDelivered, steps, word, over) => {
  expect([progressOf(status, { isSent, isDelivered }), wordText(status), isFinal(status)]).toEqual([steps, word, over]);
});

it.each([
  [409, 'Conflict: Bert Maes is in control', 'Bert Maes is in control'],
  [503, 'the device broker does not answer', 'the device broker does not answer'],
  [500, '', 'Something went wrong'],
  [0, '', 'No answer'],
  [0, 'No internet connection', 'No internet connection'],
  [200, '', 'The device did not confirm it'],
])('[CMDS3] not sent, status %i with %j: %s', (status, message, text) => {
  expect(refusalText({ status, message })).toBe(text);
});

it.each([
  [-5, '0.00 s'],
  [0, '0.00 s'],
  [412, '0.41 s'],
  [42_600, '42.60 s'],
  [59_999, '60.00 s'],
  [60_000, '1 min 0 s'],
  [125_400, '2 min 5 s'],
])('[CMDS4] %i ms took %s', (ms, text) => {
  expect(tookText(ms)).toBe(text);
});

it.each<[CommandName, Readonly<Record<string, string>>, CommandKind, object, ShownStatus, boolean]>([
  ['uploadAll', {}, 'upload_data', { incident: 'all' }, 'delivered', true],
  ['uploadAllFleet', {}, 'upload_data', { incident: 'all' }, 'given', true],
  ['uploadAll', {}, 'upload_data', { incident: '8c1f' }, 'delivered', false],
  ['uploadAll', {}, 'upload_data', { incident: 'all' }, 'done', false],
  ['uploadAll', {}, 'upload_data', { incident: 'all' }, 'refused', false],
  ['uploadOne', { incident: '8c1f' }, 'upload_data', { incident: '8c1f' }, 'sent', true],
  ['uploadOne', { incident: '8c1f' }, 'upload_data', { incident: 'all' }, 'sent', false],
  ['uploadOne', { incident: '8c1f' }, 'upload_data', {}, 'sent', false],
  ['validateMaps', {}, 'validate_maps', {}, 'sent', true],
  ['validateMaps', {}, 'reload_config', {}, 'sent', false],
  ['syncTreatments', {}, 'sync', { asked_for: 'more' }, 'sent', true],
])('[CMDS5] %s %j with %s %j %s runs: %s', (name, params, kind, given, status, runs) => {
  const over = { kind: 'upload_data', arguments: { incident: 'all' }, status: 'expired' } as const;
  expect(isRunning([over, { kind, arguments: { ...given }, status }], name, params)).toBe(runs);
  expect(isRunning([], name, params)).toBe(false);
});
