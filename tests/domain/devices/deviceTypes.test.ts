import { deviceTypes, traitsOf } from '#domain/devices/deviceTypes';
import { expect, it } from 'vitest';

it('[CONST-062] knows the fifteen types in their order', () => {
  expect(Object.keys(deviceTypes).join(', ')).toBe(
    'LUMION_FIX, XENION_CONNECT, XENION_A6, DIV01, UVP01, UVP02, UVP03, UVP04, SPR01, SCT01, DSS01, DIL01, DBD01, BUG01, KOMPANO',
  );
});

it.each([
  ['DEV-020', 'LUMION_FIX', 'lanes'],
  ['DEV-020', 'XENION_CONNECT', 'lanes'],
  ['DEV-051', 'DIV01', 'dock'],
  ...['XENION_A6', 'UVP01', 'UVP02', 'UVP03', 'UVP04', 'SPR01', 'SCT01', 'DSS01', 'DIL01', 'DBD01', 'BUG01', 'KOMPANO', 'toString', ''].map(
    (type) => ['DEV-066', type, 'none'],
  ),
])('[%s] the detail page of a %s is of the variant %s', (_, type, variant) => {
  expect(traitsOf(type).detail).toBe(variant);
});
