import { expect, it } from 'vitest';
import { isOfPresentOwner, organisationAt, othersUntil, ownPart, ownedPeriods, type Service } from '#domain/devices/ownershipPeriods';

/** At A from 10 to 20, at nobody's until 30, at B from 30 to 40, at A again since. */
const services: readonly Service[] = [
  { organisation: 'a', from: 10, until: 20 },
  { organisation: 'b', from: 30, until: 40 },
  { organisation: 'a', from: 40, until: null },
];
const isA = (organisation: string) => organisation === 'a';
const isB = (organisation: string) => organisation === 'b';

it.each([
  [9, null],
  [10, 'a'],
  [19, 'a'],
  [20, null],
  [29, null],
  [30, 'b'],
  [39, 'b'],
  [40, 'a'],
  [1_000, 'a'],
])('[OWN1] at %d an object is of %s', (at, organisation) => {
  expect(organisationAt(services, at)).toBe(organisation);
});

it('[OWN1] own times are those of the own organisations', () => {
  expect(ownedPeriods(services, isB)).toEqual([{ from: 30, until: 40 }]);
  expect(ownedPeriods(services, isA)).toEqual([
    { from: 10, until: 20 },
    { from: 40, until: null },
  ]);
  expect(ownedPeriods(services, () => false)).toEqual([]);
});

it.each([
  ['inside', { from: 31, until: 35 }, { from: 31, until: 35 }],
  ['begun before', { from: 5, until: 35 }, { from: 30, until: 35 }],
  ['ended after', { from: 35, until: 50 }, { from: 35, until: 40 }],
  ['not ended', { from: 35, until: null }, { from: 35, until: 40 }],
  ['around', { from: 5, until: null }, { from: 30, until: 40 }],
  ['before', { from: 5, until: 20 }, null],
  ['after', { from: 40, until: null }, null],
])('[OWN2] the owner of a period %s is shown the part of the own time', (_name, period, part) => {
  expect(ownPart(ownedPeriods(services, isB), period)).toEqual(part);
});

it('[OWN3] the present is what came since the device last worked for others', () => {
  expect([othersUntil(services, isA), othersUntil(services, isB), othersUntil([], isA)]).toEqual([40, Infinity, -Infinity]);
});

it.each([
  [services, 39, false],
  [services, 40, false],
  [services, 41, true],
  [services, null, false],
  [services.slice(2), null, true],
  [[], null, true],
])('[OWN3] secrets count while no deployment ended since they were saved', (known, savedAt, isPresent) => {
  expect(isOfPresentOwner(known, savedAt)).toBe(isPresent);
});
