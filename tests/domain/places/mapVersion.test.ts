import { DEFAULT_MAP_VERSION, dottedVersion, partsOf, usableVersion, versionParts } from '#domain/places/mapVersion';
import { expect, it } from 'vitest';

const version = '2.1.4#11#12#13#14#15#16#17#18';

it('[RULE-046] [RULE-047] [CONST-035] a version is nine parts in their order', () => {
  expect(versionParts.join(', ')).toBe('site, map, CO, gutter, obstacle, SE, TO, UV, VE');
  expect(Object.entries(partsOf(version) ?? {})).toEqual(
    versionParts.map((part, index) => [part, index === 0 ? '2.1.4' : String(10 + index)]),
  );
});

it.each(['2.1.4', `${version}#19`, ''])('[RULE-046] %j has not nine parts', (other) => {
  expect(partsOf(other)).toBeNull();
});

it('[CONST-036] the gutter layer version is the fourth part', () => {
  expect(partsOf(version)?.gutter).toBe(version.split('#')[3]);
});

it('[RULE-048] the first part is the dotted version', () => {
  expect(dottedVersion(version)).toBe('2.1.4');
  expect(dottedVersion('2.1.4')).toBe('2.1.4');
});

const warned = (text: string) => `Found an illegal map version, defaulting to ${text}`;

it.each([
  ['GAP-35', version, '2.1.4', null],
  ['GAP-35', '2.1.4#-1#12#13#14#15#16#17#18', '2.1.4', null],
  ['RULE-049] [RULE-050', '3.7.-1#11#12#13#14#15#16#17#18', '3.7.1', warned('3.7.1')],
  ['RULE-050', '3.7.-1', '3.7.1', warned('3.7.1')],
  ['VER1', '3.-1.-1', '3.1.1', warned('3.1.1')],
  ['VER1', '-1', '1.1.1', warned('1.1.1')],
  ['VER1', '2024-11', '2024-11', null],
  ['VER1', '5.3.2-1', '5.3.2-1', null],
  ['CONST-037', undefined, '2.1.1', null],
  ['CONST-037', '', '2.1.1', null],
])('[%s] of %s the version %s is used, warning: %s', (_, given, used, warning) => {
  expect(usableVersion(given)).toEqual({ version: used, warning });
  expect(DEFAULT_MAP_VERSION).toBe('2.1.1');
});
