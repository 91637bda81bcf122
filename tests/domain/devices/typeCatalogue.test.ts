import { devicesOfTypeLink } from '#domain/addresses';
import { expect, it } from 'vitest';
import { newRevisionProblem, newTypeIdProblem, offeredTypes, revisionsIn, revisionsProblem } from '#domain/devices/typeCatalogue';

const types = [
  { id: 'A01', revisions: [{ revision_id: 'R1' }, { revision_id: 'R2', archived: true }] },
  {
    id: 'B01',
    archived: true,
    revisions: [
      { revision_id: 'R1', archived: true },
      { revision_id: 'R2', archived: true },
    ],
  },
  { id: 'C01', archived: null, revisions: null },
];
const offered = (...kept: readonly Parameters<typeof offeredTypes>[1][]) =>
  offeredTypes(types, kept[0]).map(({ id, revisions }) => [id, revisions?.map(({ revision_id }) => revision_id)]);

it('[TYPES3] archived types and revisions are offered to nobody but the device that has them', () => {
  expect(offered()).toEqual([
    ['A01', ['R1']],
    ['C01', undefined],
  ]);
  expect(offered({ device_type: 'B01', hardware_revision_id: 'R2' })).toEqual([
    ['A01', ['R1']],
    ['B01', ['R2']],
    ['C01', undefined],
  ]);
});

it.each([
  ['A1', undefined],
  ['UVP_05', undefined],
  ['a01', /capital letters/],
  ['A', /2 to 32/],
  ['A'.repeat(33), /2 to 32/],
  ['A-1', /underscores/],
  ['A01', 'A device type with this id exists already.'],
])('[TYPES1] the id %s', (id, problem) => {
  const found = newTypeIdProblem(id, types);
  if (problem instanceof RegExp) expect(found).toMatch(problem);
  else expect(found).toBe(problem);
});

it('[TYPES1] revisions stand once, on one line, and are no longer than 40 characters', () => {
  expect(revisionsIn(' A , ,B,')).toEqual(['A', 'B']);
  expect(revisionsProblem('A, a')).toBe('This hardware revision exists already.');
  expect(revisionsProblem('A, B')).toBeUndefined();
  expect(newRevisionProblem('x'.repeat(41), [])).toBe('Hardware revision cannot be longer than 40 characters.');
  expect(newRevisionProblem('a\u200Bb', [])).toMatch(/invisible/);
});

it('[TYPES2] the devices of a type have a link', () => {
  expect(devicesOfTypeLink('DIV01')).toBe('/management/overview?management-devices.filter=type%3DDIV01');
});
