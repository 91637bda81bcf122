import { expect, it } from 'vitest';
import { layersOf } from '#domain/places/mapVersion';
import { shownVersion } from '#screens/maps/map_detail/shownVersion';

const OLD = '3.3.0#3.3.0#1.0.0#7#8#1.0.0#1.0.2#1.3.0#1.0.0';
const NEW = '3.4.2#3.4.2#1.0.0#9#8#1.0.0#1.0.2#1.4.0#1.0.0';
const versions = [OLD, NEW];

it.each([
  ['[MAP-031] before the versions have loaded it is 2.1.1', null, undefined, '2.1.1', null, null],
  ['[MAP-030] then the newest, with its own gutter and obstacle version', null, versions, '3.4.2', '9', '8'],
  ['[MAP-015] [MAP-030] the one that is asked for by its first part', '3.3.0', versions, '3.3.0', '7', '8'],
  ['[MAP-015] [MAP-030] or in full', OLD, versions, '3.3.0', '7', '8'],
  ['[MAP-015] one of eight parts is known by its first', '3.3.0#3.3.0#1.0.0#7#8#1.0.0#1.0.2#1.3.0', versions, '3.3.0', '7', '8'],
  ['[MAP-015] one that nobody knows has no layers', '9.9.9', versions, '9.9.9', null, null],
  ['[MAP-046] an illegal one is replaced', '3.4.-1', versions, '3.4.1', null, null],
  ['[MAP-015] whatever else stands there', "<img src=x>' or 1", versions, "<img src=x>' or 1", null, null],
] as const)('%s', (_, query, known, version, gutter, obstacle) => {
  const shown = shownVersion({ query, versions: known, isLoading: known === undefined });
  expect([shown.version, shown.gutter, shown.obstacle]).toEqual([version, gutter, obstacle]);
  expect(shown.choices).toContain(version);
  expect(shown.isKnown).toBe((known ?? []).length > 0);
});

it('[MAP-046] [MSG-069] says what stands in the place of an illegal version, and nothing otherwise', () => {
  expect(shownVersion({ query: '3.4.-1', versions, isLoading: false }).warning).toBe('Found an illegal map version, defaulting to 3.4.1');
  expect(shownVersion({ query: '3.4.2', versions, isLoading: false }).warning).toBeNull();
});

it('[MAP-017] the choices are dotted, newest first; one that is asked for and not there is among them', () => {
  expect(shownVersion({ query: null, versions, isLoading: false }).choices).toEqual(['3.4.2', '3.3.0']);
  expect(shownVersion({ query: '9.9.9', versions, isLoading: false }).choices).toEqual(['9.9.9', '3.4.2', '3.3.0']);
});

it.each([
  ['a map without versions', []],
  ['a failure', undefined],
])('[MAP-031] after %s nothing is made up: there is no choice but what the address asks for', (_, none) => {
  expect(shownVersion({ query: null, versions: none, isLoading: false })).toMatchObject({ choices: [], isKnown: false });
  expect(shownVersion({ query: '9.9.9', versions: none, isLoading: false })).toMatchObject({ choices: ['9.9.9'], isKnown: false });
});

it('[MAP-015] the newer of two with the same first part counts, and is in its place', () => {
  const again = OLD.replace('#7#', '#12#');
  expect(shownVersion({ query: '3.3.0', versions: [...versions, again], isLoading: false })).toMatchObject({
    choices: ['3.3.0', '3.4.2'],
    full: again,
    gutter: '12',
  });
});

it('[MAP-023] the layers of some versions are listed, each version once; what has not nine parts lists nothing', () => {
  const layers = layersOf([...versions, '1#2', '']);
  expect(layers.map(({ name }) => name)).toEqual(['site', 'map', 'CO', 'gutter', 'obstacle', 'SE', 'TO', 'UV', 'VE']);
  expect(layers.find(({ name }) => name === 'gutter')?.versions).toEqual(['7', '9']);
  expect(layers.find(({ name }) => name === 'obstacle')?.versions).toEqual(['8']);
});
