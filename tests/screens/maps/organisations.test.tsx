import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import type { ServerFeature } from '#contract/config';
import { postCreateOrganisation, postUpdateOrganisation } from '#contract/organisation';
import { getOrganisation } from '#contract/place';
import { getOrganisationUsers } from '#contract/user';
import { AuthorisationScreen } from '#screens/maps/authorisation/AuthorisationScreen';
import { OrgDetailScreen } from '#screens/maps/org_detail/OrgDetailScreen';
import { endings } from '#domain/text/endings';
import { OrganisationsScreen } from '#screens/maps/organisations/OrganisationsScreen';
import { SiteConfigContext } from '#hooks/siteConfig';
import { keyOf, type EventPayload } from '#streams/event';
import { pasteInto } from '../../support/pasteInto.ts';
import { reported } from '../../state/eventsOf.ts';
import { aDevice, devicesKnown } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { accept, cells, dialog, field, press } from '../onScreen.ts';
import { aLocation, organisationsKnown, somePlaces } from './aPlace.ts';

const organisationsShown = (role = 'system_admin', isPast = false, features?: readonly ServerFeature[]) =>
  managing(<OrganisationsScreen />, {
    address: '/maps/organisations',
    isPast,
    events: [signedIn(role), ...somePlaces],
    ...(features && { features }),
  });
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

it('[LOC-026] [LOC-031] [MSG-076] a system_admin sees the organisations with their groups', () => {
  expect(routes.find(({ path }) => path === '/maps/organisations')).toMatchObject({ title: 'Organisations', place: 'menu', group: 'maps' });
  organisationsShown();
  expect(heads()).toEqual(['Name', 'Client Name', 'Auth Groups', 'Actions']);
  expect(cells()).toEqual([
    ['De Linde Groep', 'De Linde', 'organisation:linde', 'Update'],
    ['Van Houte', '-', '-', 'Update'],
  ]);
});

it.each(['license_support_engineer', 'organisation_admin', 'organisation_user'])('[LOC-032] a %s sees no groups', (role) => {
  organisationsShown(role);
  expect(heads()).toEqual(['Name', 'Client Name', 'Actions']);
  expect(document.body.textContent).not.toContain('organisation:linde');
});

it('[LOC-027] [LOC-028] [CALL-060] [GAP-59] a dialog creates an organisation with name and client name', async () => {
  const { user, given, learn, alerts } = organisationsShown('system_admin', false, []);
  await user.click(screen.getByRole('button', { name: 'Create Organisation' }));
  await pasteInto(user, field('Name'), 'van houte');
  expect(field('Name')).toHaveAccessibleDescription('Another organisation has the same name.');
  await user.type(field('Name'), ' 2');
  await user.type(field('Client Name'), 'VH');
  expect(dialog().queryByRole('textbox', { name: 'Authentication Group' })).toBeNull();
  await user.click(press('Create Organisation'));
  expect(given().at(-1)).toEqual({ call: postCreateOrganisation.name, params: {}, body: { name: 'van houte 2', client_name: 'VH' } });
  learn(...actOf(postCreateOrganisation, {}).gave({ result: { id: 'org-9', name: 'van houte 2' } }));
  expect(alerts()).toEqual(['success: Organisation is created']);
});

it.each(['organisation_admin', 'organisation_user'])('[LOC-027] [LOCS5] a %s is not offered to create one', (role) => {
  organisationsShown(role);
  expect(screen.queryByRole('button', { name: 'Create Organisation' })).toBeNull();
});

it("[LOC-029] [LOC-030] [CALL-061] [OPEN-69] a dialog updates an organisation and sends what changed; the group is a system_admin's", async () => {
  const { user, given, learn, alerts } = organisationsShown();
  await user.click(screen.getByRole('button', { name: 'Update Van Houte' }));
  await pasteInto(user, field('Authentication Group'), 'user_type:system_admin');
  expect(field('Authentication Group')).toHaveAccessibleDescription('An authentication group cannot be a user type.');
  await user.clear(field('Authentication Group'));
  await pasteInto(user, field('Authentication Group'), 'organisation:vh');
  await user.click(press('Update Organisation'));
  expect(given().at(-1)).toEqual({
    call: postUpdateOrganisation.name,
    params: { id: 'org-2' },
    body: { authentication_group: 'organisation:vh' },
  });
  learn(
    ...actOf(postUpdateOrganisation, { id: 'org-2' }).refused(409, 'Conflict: Another organisation has the same authentication group.'),
  );
  expect(dialog().getByRole('alert')).toHaveTextContent('Another organisation has the same authentication group.');
  learn(...actOf(postUpdateOrganisation, { id: 'org-2' }).gave({ result: { id: 'org-2', name: 'Van Houte' } }));
  expect(alerts()).toEqual([]);
});

it('[FORM10] [LOC-030] a name and a group that another organisation has as well are in the way of no other field', async () => {
  const twice = { name: 'Van Houte', authentication_group: 'organisation:vh' };
  const { user, acts, learn } = organisationsShown();
  learn(
    organisationsKnown([
      { ...twice, id: 'org-1' },
      { ...twice, id: 'org-2' },
    ]),
  );
  await user.click(screen.getAllByRole('button', { name: 'Update Van Houte' })[0] ?? document.body);
  await user.type(field('Client Name'), 'VH');
  await user.click(press('Update Organisation'));
  expect(acts().at(-1)?.body).toEqual({ client_name: 'VH' });
  learn(...actOf(postUpdateOrganisation, { id: 'org-1' }).refused(503, 'Unavailable'));
  await user.type(field('Name'), '{Backspace}E');
  expect(field('Name')).toHaveAccessibleDescription('Another organisation has the same name.');
});

it('[MAILD1] a system_admin edits the mail domains; one that goes is asked about', async () => {
  const { user, acts } = organisationsShown();
  await user.click(screen.getByRole('button', { name: 'Update De Linde Groep' }));
  await user.clear(field('Mail Domains'));
  await pasteInto(user, field('Mail Domains'), 'linde');
  expect(field('Mail Domains')).toHaveAccessibleDescription('linde is no mail domain, such as company.example.');
  await user.clear(field('Mail Domains'));
  await pasteInto(user, field('Mail Domains'), 'new.example, @two.example');
  await user.click(press('Update Organisation'));
  expect(await accept(user)).toBe(endings.removeDomains('De Linde Groep', ['linde.example']));
  expect(acts().at(-1)?.body).toEqual({ mail_domains: ['new.example', 'two.example'] });
});

it('[ENDS1] another group in place of one says who sees the organisation no more', async () => {
  const { user, acts } = organisationsShown();
  await user.click(screen.getByRole('button', { name: 'Update De Linde Groep' }));
  await user.clear(field('Authentication Group'));
  await user.click(press('Update Organisation'));
  expect(acts()).toEqual([]);
  expect(await accept(user)).toBe(endings.changeGroup('De Linde Groep', { from: 'organisation:linde', movesMembers: false }));
  expect(acts()).toHaveLength(1);
});

it('[LOC-029] [LOC-032] others than a system_admin update the names alone', async () => {
  const { user } = organisationsShown('organisation_admin');
  await user.click(screen.getByRole('button', { name: 'Update Van Houte' }));
  expect(dialog().getAllByRole('textbox')).toHaveLength(2);
});

const treeOf = (id: string, answer: object): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: getOrganisation.name, params: { id }, query: {} }),
  call: getOrganisation.name,
  answer: { result: answer },
});
const fleet: readonly EventPayload[] = [
  devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Boris')),
  reported('LF-01', 1, { current_state: 'error', error_code: '0x03000117' }),
  { kind: 'clock.ticked' },
];

function treeShown({
  events = [],
  address = '/maps/org_detail',
  preset = '',
}: {
  events?: readonly EventPayload[];
  address?: string;
  preset?: string;
}) {
  return managing(
    <SiteConfigContext value={{ default_organisation_id: preset }}>
      <OrgDetailScreen />
    </SiteConfigContext>,
    { address, events: [signedIn('system_admin'), ...somePlaces, ...fleet, ...events] },
  );
}
const whole = {
  id: 'org-1',
  name: 'De Linde Groep',
  locations: [
    {
      ...aLocation('loc-1', { name: 'De Linde' }),
      greenhouses: [{ id: 'gh-1', name: 'Kas 1', location_id: 'loc-1', map_id: 'linde-1' }],
      deployments: [{ device_serial: 'LF-01' }, { device_serial: 'LF-77' }],
    },
  ],
};

it('[LOC-033] [LOC-034] [MSG-077] the tree has the title, and shows an organisation, its locations, greenhouses and devices', async () => {
  expect(routes.find(({ path }) => path === '/maps/org_detail')).toMatchObject({
    title: 'Organisation Tree',
    place: 'menu',
    group: 'maps',
  });
  const { user } = treeShown({ events: [treeOf('org-1', whole)] });
  expect(screen.getByRole('heading', { name: 'Organisation Tree' })).toBeVisible();
  const tree = within(screen.getByRole('region', { name: 'De Linde Groep' }));
  expect(tree.getAllByRole('link').map((link) => link.textContent)).toEqual(['De Linde', 'linde-1', 'Alba', 'LF-77']);
  expect(tree.getByText('Kas 1')).toBeVisible();
  expect(tree.getByText('0x03000117')).toBeVisible();
  await user.click(tree.getByRole('button', { name: 'Close De Linde' }));
  expect(tree.getAllByRole('link').map((link) => link.textContent)).toEqual(['De Linde']);
});

it('[LOC-034] parts that a server omits from its answer are taken from the lists', () => {
  treeShown({ events: [treeOf('org-1', { id: 'org-1', name: 'De Linde Groep' })] });
  const tree = within(screen.getByRole('region', { name: 'De Linde Groep' }));
  expect(tree.getAllByRole('link').map((link) => link.textContent)).toEqual(['De Linde', 'linde-1', 'Alba', 'Boris', 'LF-99']);
});

it.each([
  ['the configured one', 'org-2', '/maps/org_detail', 'Van Houte'],
  ['the first where that does not exist', 'org-gone', '/maps/org_detail', 'De Linde Groep'],
  ['the one of the address', 'org-1', '/maps/org_detail?organisation=org-2', 'Van Houte'],
])('[LOC-036] [GAP-62] the preset organisation is %s', (_which, preset, address, name) => {
  treeShown({ preset, address });
  expect(screen.getByRole('combobox', { name: 'Organisation' })).toHaveValue(name);
});

it('[DEVS6] [LOC-034] a device that its record alone deploys stands in the tree', () => {
  const active_deployment = { id: 'd-5', location_id: 'loc-1', creation_date: '2026-01-01T00:00:00Z' };
  const known = devicesKnown({ ...aDevice('LF-05', 'Cora'), active_deployment });
  treeShown({ events: [known, treeOf('org-1', { id: 'org-1', name: 'De Linde Groep' })] });
  const tree = within(screen.getByRole('region', { name: 'De Linde Groep' }));
  expect(tree.getByRole('link', { name: 'Cora' })).toBeVisible();
});

it('[LOC-035] another organisation is chosen, stands in the address, and has no locations', async () => {
  const { user, address } = treeShown({
    events: [treeOf('org-1', whole), treeOf('org-2', { id: 'org-2', name: 'Van Houte', locations: [] })],
  });
  await user.clear(screen.getByRole('combobox', { name: 'Organisation' }));
  await user.type(screen.getByRole('combobox', { name: 'Organisation' }), 'houte');
  await user.click(await screen.findByRole('option', { name: 'Van Houte' }));
  expect(await screen.findByText('No rows found')).toBeVisible();
  expect(address()).toBe('/maps/org_detail?organisation=org-2');
});

it('[LOC-034] an organisation that is not known, and a person without any, show a message', () => {
  const { learn } = treeShown({ address: '/maps/org_detail?organisation=org-gone' });
  const key = keyOf({ call: getOrganisation.name, params: { id: 'org-gone' }, query: {} });
  learn({ kind: 'request.failed', key, call: getOrganisation.name, failure: { status: 404, message: 'NotFound: no such organisation' } });
  expect(screen.getByText('no such organisation')).toBeVisible();
});

it('[LOC-034] a person without organisations reads so', () => {
  treeShown({ events: [organisationsKnown([])] });
  expect(screen.getByText('There are no organisations.')).toBeVisible();
});

const usersOf = keyOf({ call: getOrganisationUsers.name, params: { organisation: 'org-1' }, query: {} });
const users: EventPayload = {
  kind: 'request.succeeded',
  key: usersOf,
  call: getOrganisationUsers.name,
  answer: {
    result: [
      {
        name: 'Hugo',
        family_name: '<b>Maes</b>',
        email: 'hugo.maes@delinde.example',
        locale: 'nl',
        user_type: 'organisation_admin',
        status: 'ACTIVE',
        enabled: true,
        mfa_enabled: false,
        created: '2026-01-01T00:00:00Z',
      },
    ],
  },
};
const authorisationShown = (role: string) =>
  managing(<AuthorisationScreen />, { address: '/maps/authorisation', events: [signedIn(role), ...somePlaces, users] });

it('[LOC-037] [GAP-12] the users of the organisation are listed, and nothing can be changed', () => {
  const { learn } = authorisationShown('organisation_user');
  expect(cells()).toEqual([['Hugo <b>Maes</b>', 'hugo.maes@delinde.example', 'Organisation Admin', 'Active', 'Yes', 'No']]);
  expect(screen.queryByRole('button', { name: /Update|Create|Delete/ })).toBeNull();
  learn({ kind: 'request.failed', key: usersOf, call: getOrganisationUsers.name, failure: { status: 500, message: '' } });
  expect(screen.queryByText('hugo.maes@delinde.example')).toBeNull();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

it('[LOC-037] [GAP-12] the authorisation of an organisation names its group to a system_admin', () => {
  expect(routes.find(({ path }) => path === '/maps/authorisation')).toMatchObject({ title: 'Authorisation', place: 'menu', group: 'maps' });
  authorisationShown('system_admin');
  expect(screen.getByText('organisation:linde')).toBeVisible();
});

it('[MISSING2] the authorisation of an organisation that was removed says so, and not that there are none', () => {
  managing(<AuthorisationScreen />, {
    address: '/maps/authorisation?organisation=org-x',
    events: [signedIn('system_admin'), ...somePlaces],
  });
  screen.getByText('Organisation org-x not found');
  expect(screen.queryByText('There are no organisations.')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Users' })).toBeNull();
});

it('[LOC-037] [GAP-12] and to nobody else', () => {
  authorisationShown('organisation_admin');
  expect(screen.queryByText('Authentication Group')).toBeNull();
  expect(document.body.textContent).not.toContain('organisation:linde');
});

it.each([
  ['live', false, 'De Linde Groep'],
  ['in the past, where it cannot be changed', true, undefined],
])('[MAILD1] an address opens the form of the organisation that it names: %s', async (_, isPast, name) => {
  const { user, address } = managing(<OrganisationsScreen />, {
    address: '/maps/organisations?update=org-1',
    isPast,
    events: [signedIn('system_admin'), ...somePlaces],
  });
  expect(screen.queryByRole('dialog') === null ? undefined : (field('Name') as HTMLInputElement).value).toBe(name);
  if (isPast) return;
  await user.click(press('Cancel'));
  expect([screen.queryByRole('dialog'), address()]).toEqual([null, '/maps/organisations']);
});

it('[MAILD1] an address that names an organisation which nobody shows opens nothing', () => {
  managing(<OrganisationsScreen />, { address: '/maps/organisations?update=org-99', events: [signedIn('system_admin'), ...somePlaces] });
  expect(screen.queryByRole('dialog')).toBeNull();
});
