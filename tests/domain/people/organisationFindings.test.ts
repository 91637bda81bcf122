import { expect, it } from 'vitest';
import { organisationFindings, type OrganisationFacts } from '#domain/people/organisationFindings';

const organisation = { id: 'o-a', name: 'Aalst', archived: false, authentication_group: 'organisation:a' };
const location = { id: 'l-a', name: 'Noord', archived: false, owned_by: 'o-a', timezone: 'Europe/Brussels' };
const greenhouse = { id: 'g-a', name: 'Kas 1', archived: false, location_id: 'l-a', map_id: 'm-a' };
const device = { serial: 'LF-01', name: 'Lumion 01', life_cycle_stage: 'OPERATIONAL' };

const sound: OrganisationFacts = {
  organisations: [organisation],
  locations: [location],
  greenhouses: [greenhouse],
  devices: [device],
  deployments: [{ device_serial: 'LF-01', location_id: 'l-a' }],
  maps: new Map([['m-a', 'g-a']]),
  memberGroups: new Set(['organisation:a']),
};

type Row = readonly [what: string, changes: Partial<OrganisationFacts>, found: readonly string[]];
const other = { id: 'o-b', name: 'Boom', archived: false, authentication_group: 'organisation:b' };
const both = {
  memberGroups: new Set(['organisation:a', 'organisation:b']),
  locations: [location, { ...location, id: 'l-b', owned_by: 'o-b' }],
};

it.each<Row>([
  ['[VAL7] [VAL8] [VAL9] [VAL10] a sound company', {}, []],
  ['[VAL7] an empty one', { ...sound, organisations: [], locations: [], greenhouses: [], devices: [], deployments: [] }, []],
  [
    '[VAL7] an organisation without a group',
    { organisations: [{ ...organisation, authentication_group: null }] },
    ['error o-a: The organisation has no authentication group: nobody can see it but staff.'],
  ],
  [
    '[VAL7] an organisation with an empty group',
    { organisations: [{ ...organisation, authentication_group: '' }] },
    ['error o-a: The organisation has no authentication group: nobody can see it but staff.'],
  ],
  [
    '[VAL7] a user type for a group',
    { organisations: [{ ...organisation, authentication_group: 'user_type:system_admin' }] },
    ['error o-a: The authentication group "user_type:system_admin" is a user type: it gives nobody access.'],
  ],
  [
    '[VAL7] a group of two organisations',
    { ...both, organisations: [organisation, { ...other, authentication_group: 'organisation:a' }] },
    [
      'error o-a: Another organisation has the authentication group "organisation:a" too.',
      'error o-b: Another organisation has the authentication group "organisation:a" too.',
    ],
  ],
  [
    '[VAL11] an archived organisation of which everybody left, and archived places without time zone and map',
    {
      organisations: [
        organisation,
        { ...other, archived: true, authentication_group: null },
        { ...other, id: 'o-c', name: 'Cent', archived: true },
      ],
      locations: [location, { ...location, id: 'l-b', name: 'Zuid', archived: true, timezone: '' }],
      greenhouses: [greenhouse, { ...greenhouse, id: 'g-b', name: 'Kas 2', archived: true, map_id: null }],
    },
    [],
  ],
  [
    '[VAL11] an archived organisation with the group and the name of another one',
    { organisations: [organisation, { ...organisation, id: 'o-b', archived: true }] },
    [
      'error o-a: Another organisation has the authentication group "organisation:a" too.',
      'warning o-a: Another organisation has the same name.',
      'error o-b: Another organisation has the authentication group "organisation:a" too.',
      'warning o-b: Another organisation has the same name.',
    ],
  ],
  ['[VAL7] a group of nobody', { memberGroups: new Set() }, ['warning o-a: Nobody belongs to the authentication group "organisation:a".']],
  ['[VAL7] groups of accounts that cannot be read', { memberGroups: null }, []],
  [
    '[VAL7] two organisations of one name',
    { ...both, organisations: [organisation, { ...other, name: ' AALST ' }] },
    ['warning o-a: Another organisation has the same name.', 'warning o-b: Another organisation has the same name.'],
  ],
  [
    '[VAL7] an organisation without a location',
    { ...both, organisations: [organisation, other], locations: [location] },
    ['info o-b: The organisation owns no location.'],
  ],
  [
    '[VAL8] [VAL10] a location of nobody, and what is deployed there',
    { locations: [location, { ...location, id: 'l-x', owned_by: 'o-x' }], deployments: [{ device_serial: 'LF-01', location_id: 'l-x' }] },
    ['error l-x: The location is owned by nobody.', 'error LF-01: The device is deployed at a location of nobody.'],
  ],
  [
    '[ONEMAP2] a map of two greenhouses',
    { greenhouses: [greenhouse, { ...greenhouse, id: 'g-b', name: 'Kas 2' }] },
    [
      'error g-a: Another greenhouse has the map "m-a" too.',
      'error g-b: Another greenhouse has the map "m-a" too.',
      'error g-b: The map "m-a" is seen by the people of another greenhouse: give it to this one again.',
    ],
  ],
  [
    '[ONEMAP2] a map that is seen by the people of another greenhouse',
    { maps: new Map([['m-a', 'g-z']]) },
    ['error g-a: The map "m-a" is seen by the people of another greenhouse: give it to this one again.'],
  ],
  ['[VAL8] a location without a time zone', { locations: [{ ...location, timezone: '' }] }, ['error l-a: The location has no time zone.']],
  [
    '[VAL8] a time zone that does not exist',
    { locations: [{ ...location, timezone: 'Europe/Aalst' }] },
    ['error l-a: The time zone "Europe/Aalst" is not known.'],
  ],
  [
    '[VAL8] two locations of one owner and name',
    { locations: [location, { ...location, id: 'l-b', name: 'noord' }] },
    [
      'warning l-a: Another location of the same owner has the same name.',
      'warning l-b: Another location of the same owner has the same name.',
    ],
  ],
  ['[VAL8] two locations of one name and two owners', { ...both, organisations: [organisation, other] }, []],
  [
    '[VAL9] a greenhouse that stands nowhere',
    { greenhouses: [{ ...greenhouse, location_id: 'l-x' }] },
    ['error g-a: The greenhouse stands at no location.'],
  ],
  ['[VAL9] a map that does not exist', { maps: new Map() }, ['error g-a: The map "m-a" does not exist.']],
  ['[VAL9] a greenhouse without a map', { greenhouses: [{ ...greenhouse, map_id: null }] }, ['info g-a: The greenhouse has no map.']],
  [
    '[VAL9] two greenhouses of one name at a location',
    { greenhouses: [greenhouse, { ...greenhouse, id: 'g-b', map_id: null }] },
    [
      'warning g-a: Another greenhouse of the location has the same name.',
      'info g-b: The greenhouse has no map.',
      'warning g-b: Another greenhouse of the location has the same name.',
    ],
  ],
  [
    '[VAL10] a device at a location that is gone',
    { deployments: [{ device_serial: 'LF-01', location_id: 'l-x' }] },
    ['error LF-01: The device is deployed at a location of nobody.'],
  ],
  [
    '[VAL10] a decommissioned device that is deployed',
    { devices: [{ ...device, life_cycle_stage: 'DECOMMISSIONED' }] },
    ['error LF-01: The device is decommissioned and still deployed.'],
  ],
  ['[VAL10] an operational device that is not', { deployments: [] }, ['warning LF-01: The device is operational and not deployed.']],
  ['[VAL10] a device in production that is not', { deployments: [], devices: [{ ...device, life_cycle_stage: 'PRODUCTION' }] }, []],
  [
    '[VAL10] two devices of one name',
    { devices: [device, { ...device, serial: 'LF-02', life_cycle_stage: 'TESTING' }] },
    ['warning LF-01: Another device has the same name.', 'warning LF-02: Another device has the same name.'],
  ],
  [
    '[VAL10] a namesake that is decommissioned',
    { devices: [device, { ...device, serial: 'LF-02', life_cycle_stage: 'DECOMMISSIONED' }] },
    [],
  ],
])('%s', (_, changes, found) => {
  expect(organisationFindings({ ...sound, ...changes }).map(({ severity, id, text }) => `${severity} ${id}: ${text}`)).toEqual(found);
});

it('[VAL7] blank names are nobody’s namesakes', () => {
  const blank = [organisation, other].map((one) => ({ ...one, name: ' ' }));
  expect(organisationFindings({ ...sound, ...both, organisations: blank })).toEqual([]);
});
