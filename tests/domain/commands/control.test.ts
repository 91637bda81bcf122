import { atRobot, controlText, holderName, isInControl, takeOverText } from '#domain/commands/control';
import { expect, it } from 'vitest';

it.each([
  ['DEV-017', 'anna', 'anna', true],
  ['DEV-017', 'bert', 'anna', false],
  ['DEV-017', 'Anna', 'anna', false],
  ['DEV-017', null, 'anna', false],
  ['GAP-39', '', '', false],
])('[%s] controller %j, user %j: in control %s', (_, controller, username, inControl) => {
  expect(isInControl(controller, username)).toBe(inControl);
});

it.each([
  ['bert', 'You are not in control, in control now: bert'],
  ['', 'You are not in control, in control now: Nobody'],
  [null, 'You are not in control, in control now: Nobody'],
  [undefined, 'You are not in control, in control now: Nobody'],
])('[DEV-012] [MSG-027] of controller %j the banner reads %s', (controller, text) => {
  expect(controlText(controller)).toBe(text);
});

it.each([
  [{ controller: 'bert', controller_name: 'Bert Maes' }, 'Bert Maes'],
  [{ controller: 'bert', controller_name: '' }, 'bert'],
  [{ controller: 'bert' }, 'bert'],
  [{ controller: '', controller_name: 'Bert Maes' }, null],
  [{ controller: null, controller_name: 'Bert Maes' }, null],
  [undefined, null],
])('[HOLD1] the controller %j has the holder %j', (state, name) => {
  expect(holderName(state)).toBe(name);
});

it('[HOLD1] [DEV-015] the question before a take-over names who, since when, and the device', () => {
  expect(takeOverText('Bert Maes', '14:30', 'Lumion 04')).toBe(
    'Bert Maes is in control of Lumion 04 since 14:30 and will be told that you take over.',
  );
  expect(takeOverText(atRobot('joystick'), null, 'Lumion 04')).toBe(
    'Somebody at the robot (joystick) is in control of Lumion 04, and does not learn that you take over. The robot may go on obeying there.',
  );
  expect(takeOverText('bert', null, 'Lumion 04')).toBe('bert is in control of Lumion 04 and will be told that you take over.');
});
