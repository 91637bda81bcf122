import { credentialFileName } from '#contract/devices/deviceCredential';
import { expect, it } from 'vitest';
import { algorithmsOf, algorithmText, DEFAULT_ALGORITHM, firstAlgorithm, qrCodeFileName } from '#domain/devices/credentials';
import { deviceTypes } from '#domain/devices/deviceTypes';

it.each([
  ['[RULE-094]', ['LUMION_FIX'], 'RSA2048'],
  ['[RULE-095]', ['XENION_A6'], 'RSA2048'],
  ['[RULE-096]', ['XENION_CONNECT'], 'RSA2048'],
  ['[RULE-097]', ['DIV01'], 'NISTP256'],
  ['[RULE-098]', ['UVP01', 'UVP02', 'UVP03', 'UVP04', 'SPR01', 'SCT01', 'DSS01', 'DIL01', 'DBD01', 'BUG01'], 'IDENTITY'],
] as const)('%s of %j only %s is offered, and chosen', (_row, types, algorithm) => {
  for (const type of types) expect([algorithmsOf(type), firstAlgorithm(type)]).toEqual([[algorithm], algorithm]);
});

it.each(['KOMPANO', 'NEW99', '', 'constructor', 'lumion_fix'])('[RULE-100] the type %j is offered all three', (type) => {
  expect(algorithmsOf(type)).toEqual(['RSA2048', 'NISTP256', 'IDENTITY']);
});

it('[RULE-101] [CONST-052] where more than one is offered RSA2048 is chosen', () => {
  expect([DEFAULT_ALGORITHM, firstAlgorithm('KOMPANO')]).toEqual(['RSA2048', 'RSA2048']);
  for (const type of Object.keys(deviceTypes)) expect(algorithmsOf(type)).toContain(firstAlgorithm(type));
});

it.each([
  ['IDENTITY', 'Device Identity'],
  ['RSA2048', 'RSA2048'],
  ['NISTP256', 'NISTP256'],
] as const)('[RULE-099] [MSG-132] %s reads %s', (algorithm, text) => {
  expect(algorithmText(algorithm)).toBe(text);
});

it.each([
  ['[RULE-102]', 'IDENTITY', 'UV-0009.identity'],
  ['[RULE-103]', 'RSA2048', 'UV-0009_private_key.pem'],
  ['[RULE-103]', 'NISTP256', 'UV-0009_private_key.pem'],
] as const)('%s a file of %s is called %s', (_row, algorithm, name) => {
  expect(credentialFileName('UV-0009', algorithm)).toBe(name);
});

it('[OPEN-99] the QR code is called by the serial', () => {
  expect(qrCodeFileName('LF-01')).toBe('LF-01_qr_code.png');
});
