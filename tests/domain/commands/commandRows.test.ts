import { commandProblem, commands, notSentText, problemTexts, UPLOAD_NOTE, type CommandRow } from '#domain/commands/commandRows';
import { expect, it } from 'vitest';

const rows: readonly (readonly [string, CommandRow])[] = Object.entries(commands);
const SENT = 'The command is sent to the device';

it.each([
  ['DEV-072] [DEV-013] [MSG-029', commands.takeControl, 'Request Control', 'machine/{serial}/take_control', false, SENT],
  ['DEV-073] [DEV-014] [MSG-029', commands.releaseControl, 'Release Control', 'machine/{serial}/release_control', true, SENT],
  ['DEV-074', commands.stop, 'Stop Immediately', 'machine/{serial}/stop_immediately', false, SENT],
  ['DEV-076', commands.uploadAll, 'Upload All Incident Data', 'machine/{serial}/upload_data/all', true, SENT],
  ['FLEET-053] [FLEET-056] [MSG-022] [GAP-19', commands.uploadAllFleet, 'Upload All', 'machine/{serial}/upload_data/all', false, SENT],
  ['DEV-132', commands.uploadOne, 'Upload', 'machine/{serial}/upload_data/{incident}', true, SENT],
  ['DEV-078', commands.validateMaps, 'Validate Maps', 'machine/{serial}/validate_maps', true, SENT],
  ['DEV-080] [DEV-085] [GAP-20', commands.reloadConfig, 'Reload Config', 'machine/{serial}/reload_config', true, 'The config is reloaded'],
])('[%s] the row of a command: %o', (_, row: CommandRow, label, path, needsControl, successText) => {
  expect([row.label, row.call.path, row.needsControl, row.successText]).toEqual([label, path, needsControl, successText]);
});

it('[DEV-075] [DEV-077] [DEV-079] stop, upload of all data and validation of maps ask first and name the device; only the stop is a danger', () => {
  const asking = rows.flatMap(([name, { question }]) => (question === null ? [] : [[name, question('Lumion 04')]]));
  expect(asking).toEqual([
    ['stop', 'Stop Lumion 04 immediately. It stops where it stands. A treatment in progress ends.'],
    ['validateMaps', 'Validate the maps on Lumion 04.'],
    ['uploadAll', `Upload all incident data of Lumion 04. ${UPLOAD_NOTE}`],
    ['uploadAllFleet', `Upload all incident data of Lumion 04. ${UPLOAD_NOTE}`],
  ]);
  expect(rows.filter(([, { isDanger }]) => isDanger).map(([name]) => name)).toEqual(['stop']);
});

it('[DEV-068] nothing can be given to a device that is not online', () => {
  for (const [, row] of rows) expect(commandProblem(row, { status: 'offline', isInControl: true })).toBe('offline');
});

it('[STAT2] while the console does not know the device, the stop alone can be given', () => {
  const able = rows.filter(([, row]) => commandProblem(row, { status: 'unknown', isInControl: true }) === null).map(([name]) => name);
  expect(able).toEqual(['stop']);
});

it('[DEV-070] [ROLE-026] [GAP-18] what needs control cannot be given without it; taking control, the stop and the sync can', () => {
  const without = rows.filter(([, row]) => commandProblem(row, { status: 'online', isInControl: false }) === null).map(([name]) => name);
  expect(without).toEqual(['takeControl', 'stop', 'uploadAllFleet', 'syncTreatments']);
  for (const [, row] of rows) expect(commandProblem(row, { status: 'online', isInControl: true })).toBeNull();
});

it('[FLEET-055] [LABEL3] what works over WiFi alone is off for a device without, and where that is not known it is not', () => {
  const problems = (hasWifi: boolean | null) =>
    rows.flatMap(([name, row]) => (commandProblem(row, { status: 'online', isInControl: true, hasWifi }) === 'wifi' ? [name] : []));
  expect(problems(false)).toEqual(['uploadAll', 'uploadAllFleet']);
  expect([problems(true), problems(null)]).toEqual([[], []]);
});

it('[DEV-084] [DEV-133] the sentences of what was not sent and of what is off', () => {
  expect(notSentText('Lumion 04')).toBe('The command is not sent to Lumion 04');
  expect(problemTexts).toEqual({
    offline: 'Device is not online',
    unknown: 'Not known whether the device is online',
    wifi: 'The device has no WiFi, over which alone all data are uploaded.',
    control: 'You are not in control, request it.',
  });
});
