import { expect, it } from 'vitest';
import { deviceSerial, deviceSerialProblem, SERIAL_LENGTH } from '#domain/devices/deviceSerial';

const SIGNS = 'Serial can have letters, digits, dots, hyphens and underscores, and begins with a letter or digit.';

it.each(['LF-0140-23', ' DV-0105 ', 'lf.1_a', '7', 'x'.repeat(SERIAL_LENGTH)])('[ADD1] the serial %j may be', (serial) => {
  expect(deviceSerialProblem(serial)).toBeUndefined();
});

it.each([
  ['', 'You cannot add a device without a serial number'],
  [' \t ', 'You cannot add a device without a serial number'],
  ['x'.repeat(SERIAL_LENGTH + 1), 'Serial cannot be longer than 64 characters.'],
  ['a b', SIGNS],
  ['a/b', SIGNS],
  ['+', SIGNS],
  ['#', SIGNS],
  ['-1', SIGNS],
  ['..', SIGNS],
  ['é1', SIGNS],
  ['a\u0000', SIGNS],
  ['a\u202Eb', SIGNS],
  ['actions', 'Serial cannot be this word.'],
  ['Constructor', 'Serial cannot be this word.'],
])('[MGMT-060] [MSG-123] [ADD1] the serial %j may not be: %s', (serial, problem) => {
  expect(deviceSerialProblem(serial)).toBe(problem);
});

it('[ADD1] blanks around a serial are not kept', () => {
  expect(deviceSerial(' LF-1 ')).toBe('LF-1');
});
