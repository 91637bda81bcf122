import { expect, it } from 'vitest';
import { type FilledList, fillStep } from '#domain/people/fillStep';

type Known = Parameters<typeof fillStep>[1];
const admin: Known = { role: 'system_admin' };
const user: Known = { role: 'organisation_user' };
const STAFF = 'Ask the staff of the provider.';

it.each<[FilledList, Known, ReturnType<typeof fillStep>]>([
  ['organisations', admin, { text: 'No organisation yet.', word: 'Create Organisation' }],
  ['organisations', user, { text: `No organisation is shown to you yet. ${STAFF}` }],
  ['organisations', { role: null }, { text: 'No organisation yet.', word: 'Create Organisation' }],
  ['locations', user, { text: 'No location yet.', word: 'Create Location' }],
  [
    'locations',
    { ...admin, hasOrganisations: false },
    { text: 'A location belongs to an organisation: create that first.', word: 'Organisations', to: '/maps/organisations' },
  ],
  [
    'locations',
    { ...user, hasOrganisations: false },
    { text: `A location belongs to an organisation, and none is shown to you yet. ${STAFF}` },
  ],
  ['greenhouses', user, { text: 'No greenhouse yet.', word: 'Create Greenhouse' }],
  [
    'greenhouses',
    { ...user, hasLocations: false },
    { text: 'A greenhouse stands at a location: create that first.', word: 'Locations', to: '/maps/locations' },
  ],
  ['maps', user, { text: 'No map yet. The first one is uploaded below.' }],
  ['devices', admin, { text: 'No device yet.', word: 'Add Device', to: '/management/add' }],
  ['devices', user, { text: `No device works for your organisation yet. ${STAFF}` }],
  ['deviceTypes', admin, { text: 'No device type yet.', word: 'Add Device Type' }],
  ['deviceTypes', user, { text: `No device type yet. ${STAFF}` }],
  ['errorCodes', admin, { text: 'No error code yet.', word: 'Add Error Code' }],
  ['errorCodes', user, { text: `No error code yet. ${STAFF}` }],
  ['people', admin, { text: 'Nobody yet.', word: 'Invite User', to: '/users?tab=manage_users' }],
  ['people', { ...user, mayInvite: false }, { text: 'Nobody yet. Ask a system admin to invite somebody.' }],
])('[EMPTY2] %s, %j', (list, known, step) => {
  expect(fillStep(list, known)).toEqual(step);
});
