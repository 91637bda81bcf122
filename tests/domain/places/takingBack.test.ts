import { expect, it } from 'vitest';
import { archivables, archivedText, blockingUses, isArchivable, isForStaff, takenText } from '#domain/places/archivable';
import { withoutArchived } from '#domain/places/withoutArchived';
import { GREENHOUSE_NAME_TAKEN, greenhouseProblems } from '#domain/places/greenhouse';
import { LOCATION_NAME_TAKEN, locationProblems } from '#domain/places/location';
import { ORGANISATION_NAME_TAKEN, organisationProblems } from '#domain/people/organisation';

it('[ARCHIVE1] each kind is kept from archiving by what works with it now, and never by its history', () => {
  const history = new Set<string>(['treatment', 'incident', 'deployment', 'person', 'device']);
  for (const kind of archivables) {
    expect(blockingUses[kind].archive.length).toBeGreaterThan(0);
    expect(blockingUses[kind].archive.filter((use) => history.has(use))).toEqual([]);
  }
  expect(archivables.filter(isForStaff)).toEqual(['organisation', 'map']);
  expect(['map', 'location', 'device', 'toString', ''].map(isArchivable)).toEqual([true, true, false, false, false]);
});

it('[ARCHIVE2] an archived thing is offered only where it is chosen already', () => {
  const [a, b] = [{ id: 'a', archived: true }, { id: 'b' }];
  expect(withoutArchived([a, b])).toEqual([b]);
  expect(withoutArchived([a, b], 'a')).toEqual([a, b]);
  const none = [b, { id: 'c', archived: null }];
  expect(withoutArchived(none)).toBe(none);
});

it('[ARCHIVE3] nothing is given to an archived thing', () => {
  expect(archivedText('Kas 1')).toBe('Kas 1 is archived. Restore it first.');
});

it('[ARCHIVE4] a name that an archived thing has is taken, and the problem names the archive', () => {
  const place = { name: 'Linde', client_name: '', address: '', owned_by: 'o', timezone: 'Europe/Brussels' };
  const house = { name: 'Kas 1', client_name: '', location_id: 'l', map_id: '' };
  const archived = true;
  expect(locationProblems(place, { others: [{ ...place, archived }] }).name).toBe(takenText(LOCATION_NAME_TAKEN, { archived }));
  expect(greenhouseProblems(house, { others: [{ ...house, archived }] }).name).toBe(
    'Another greenhouse of this location has the same name and is archived.',
  );
  expect(greenhouseProblems(house, { others: [house] }).name).toBe(GREENHOUSE_NAME_TAKEN);
  const organisation = { name: 'Serra', client_name: '', authentication_group: 'g' };
  expect(organisationProblems(organisation, [{ ...organisation, archived }])).toMatchObject({
    name: takenText(ORGANISATION_NAME_TAKEN, { archived }),
    authentication_group: 'Another organisation has the same authentication group and is archived.',
  });
});
