import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import type { ServerFeature } from '#contract/config';
import { getOrganisations } from '#contract/place';
import {
  getLicenseSupportEngineers,
  getOrganisationUsers,
  getSystemAdmins,
  type ManagedUser,
  postResendInvitation,
  postRevokeInvitation,
} from '#contract/user';
import { dateText } from '#domain/text/dates';
import { UsersScreen } from '#screens/users/UsersScreen';
import { SiteConfigContext } from '#hooks/siteConfig';
import { keyOf, type EventPayload } from '#streams/event';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { cells } from '../onScreen.ts';

const CREATED = '2026-03-04T13:05:00Z';
const aUser = (more: Partial<ManagedUser> = {}): ManagedUser => ({
  name: 'An',
  family_name: 'Verhoeven',
  email: 'an@serrarobotics.example',
  locale: 'nl-BE',
  user_type: 'system_admin',
  status: 'ACTIVE',
  enabled: true,
  mfa_enabled: false,
  created: CREATED,
  ...more,
});
const usersResponse = (call: { readonly name: string }, ...result: readonly ManagedUser[]): EventPayload => answered(call, { result });
const usersOf = (organisation: string, ...result: readonly ManagedUser[]): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: getOrganisationUsers.name, params: { organisation }, query: {} }),
  call: getOrganisationUsers.name,
  answer: { result },
});
const organisations = answered(getOrganisations, {
  total: 2,
  results: [
    { id: 'org-2', name: 'Van Houte' },
    { id: 'org-1', name: 'De Linde' },
  ],
});

interface Options {
  readonly tab?: string;
  readonly role?: string;
  readonly features?: readonly ServerFeature[];
  readonly isPast?: boolean;
}
const open = (events: readonly EventPayload[], { tab = '', role = 'system_admin', features, isPast = false }: Options = {}) =>
  managing(<UsersScreen />, { address: `/users${tab}`, events: [organisations, signedIn(role), ...events], features, isPast });

it('[USER-001] [GAP-13] it stands in the menu of everybody, outside every group', () => {
  const row = routes.find(({ path }) => path === '/users');
  expect(row).toMatchObject({ title: 'Users', place: 'menu' });
  expect([row?.group, row?.roles]).toEqual([undefined, undefined]);
});

it('[USER-001] [USER-002] [USER-003] [USER-004] [MSG-078] the four tabs, each with its own list or form, and its own address', async () => {
  const events = [usersResponse(getSystemAdmins, aUser()), usersResponse(getLicenseSupportEngineers, aUser({ name: 'Chloé' }))];
  const { user, address } = open(events, { features: [] });
  const names = ['System Admins', 'License Support Engineers', 'Organisation Users', 'Manage Users'];
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(names);
  expect(cells().map(([name]) => name)).toEqual(['An']);
  await user.click(screen.getByRole('tab', { name: names[1] ?? '' }));
  await waitFor(() => expect(cells().map(([name]) => name)).toEqual(['Chloé']));
  expect(address()).toBe('/users?tab=license_support_engineers');
  await user.click(screen.getByRole('tab', { name: names[3] ?? '' }));
  expect(await screen.findByRole('form', { name: 'Invite User' })).toBeVisible();
});

it('[USER-005] a list has all of a user', () => {
  const bram = aUser({ email: 'b@serrarobotics.example', name: 'Bram', mfa_enabled: true, enabled: false });
  open([usersResponse(getSystemAdmins, aUser(), bram)], { features: [] });
  expect(
    screen
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
      .slice(0, 9),
  ).toEqual(['Name', 'Family Name', 'Email', 'Locale', 'User Type', 'Status', 'Enabled', 'MFA Enabled', 'Created']);
  const date = dateText(CREATED);
  expect(cells()).toEqual([
    ['An', 'Verhoeven', 'an@serrarobotics.example', 'nl-BE', 'System Admin', 'Active', 'Yes', 'No', date],
    ['Bram', 'Verhoeven', 'b@serrarobotics.example', 'nl-BE', 'System Admin', 'Active', 'No', 'Yes', date],
  ]);
});

it('[USER-003] [CALL-065] the first organisation by name is shown, until another is chosen', async () => {
  const { user, address } = open([usersOf('org-1', aUser({ name: 'Els' })), usersOf('org-2', aUser({ name: 'Frank' }))], {
    tab: '?tab=organisation_users',
  });
  const choice = screen.getByRole('combobox', { name: 'Organisation' });
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['De Linde', 'Van Houte']);
  expect(cells().map(([name]) => name)).toEqual(['Els']);
  await user.selectOptions(choice, 'Van Houte');
  expect([cells().map(([name]) => name), address()]).toEqual([['Frank'], '/users?tab=organisation_users&organisation=org-2']);
});

it('[VIEW10] tabs and organisation keep the shown moment and the list from which it was opened', async () => {
  const ofMoment = 'at=2026-11-22T02%3A40%3A17.000Z&list=month%3D2026-11';
  const { user, address } = open([usersOf('org-1', aUser()), usersOf('org-2', aUser())], {
    tab: `?${ofMoment}&organisation-users.sort=-name`,
    features: [],
    isPast: true,
  });
  await user.click(screen.getByRole('tab', { name: 'Organisation Users' }));
  const sorted = `${ofMoment}&organisation-users.sort=-name&tab=organisation_users`;
  await waitFor(() => expect(address()).toBe(`/users?${sorted}`));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Organisation' }), 'Van Houte');
  expect(address()).toBe(`/users?${sorted}&organisation=org-2`);
});

it('[USER-005] one page of 20,000 users is drawn; a search finds its user', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => aUser({ email: `u${at}@delinde.example`, name: `N${at}` }));
  const { user } = open([usersResponse(getSystemAdmins, ...many)]);
  expect(cells()).toHaveLength(10);
  await user.click(screen.getByRole('searchbox', { name: 'Filter Email' }));
  await user.paste('u19999@');
  expect(cells().map(([name]) => name)).toEqual(['N19999']);
});

it('[USER-005] hostile names are text; missing words are a dash', () => {
  const name = '<img src=x onerror=alert(1)>';
  open([usersResponse(getSystemAdmins, aUser({ name, locale: '', status: '', user_type: '' }))]);
  expect(cells()[0]?.slice(0, 6)).toEqual([name, 'Verhoeven', 'an@serrarobotics.example', '-', '-', '-']);
  expect(document.querySelector('td img')).toBeNull();
});

it('[USER-005] [RULE-113] a failed load empties the list, and can be tried again', async () => {
  const key = keyOf({ call: getSystemAdmins.name, params: {}, query: {} });
  const failed: EventPayload = { kind: 'request.failed', key, call: getSystemAdmins.name, failure: { status: 500, message: '' } };
  const { learn, user, given } = open([usersResponse(getSystemAdmins, aUser())]);
  learn(failed);
  expect(cells()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(given().at(-1)?.call).toBe(getSystemAdmins.name);
});

it('[GAP-56] a person outside the staff reads why the staff is not shown', () => {
  const { unmount } = open([usersResponse(getSystemAdmins)], { role: 'organisation_admin' });
  expect(screen.getByText(/are shown to its own staff only\.$/)).toBeVisible();
  unmount();
  open([usersResponse(getSystemAdmins)]);
  expect(screen.queryByText(/are shown to its own staff only\.$/)).toBeNull();
});

const invited = aUser({ email: 'new@serrarobotics.example', name: 'New', status: 'INVITED' });
const resend = actOf(postResendInvitation, {});
const revoke = actOf(postRevokeInvitation, {});
const button = (name: RegExp) => screen.getByRole('button', { name });

it('[INVITE2] an invitation is sent again, and revoked after a question; then the list is asked again', async () => {
  const { user, acts, alerts, learn, given } = open([usersResponse(getSystemAdmins, aUser(), invited)]);
  expect(screen.getAllByRole('button', { name: /^Send the invitation of/ })).toHaveLength(1);
  await user.click(button(/^Send the invitation of new@/));
  learn(...resend.gave({ result: true }));
  expect([alerts(), given().at(-1)?.call]).toEqual([['success: The invitation is sent again'], getSystemAdmins.name]);
  await user.click(button(/^Revoke the invitation of new@/));
  await user.click(screen.getByRole('button', { name: 'No' }));
  expect(acts()).toHaveLength(1);
  await user.click(button(/^Revoke the invitation of new@/));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  learn(...revoke.gave({ result: true }));
  const body = { email: 'new@serrarobotics.example' };
  expect(acts()).toEqual([
    { call: postResendInvitation.name, params: {}, body },
    { call: postRevokeInvitation.name, params: {}, body },
  ]);
  expect(alerts().at(-1)).toBe('success: The invitation is revoked');
});

it('[INVITE2] a failed invitation shows its reason', async () => {
  const { user, learn } = open([usersResponse(getSystemAdmins, invited)]);
  await user.click(button(/^Send the invitation of/));
  learn(...resend.refused(503, 'Unavailable: The mail could not be sent. Try again later.'));
  expect(screen.getByText('Unavailable: The mail could not be sent. Try again later.')).toBeVisible();
});

it('[FORM4] the reason why an invitation was not sent again goes when another one is revoked', async () => {
  const { user, learn } = open([usersResponse(getSystemAdmins, invited)]);
  await user.click(button(/^Send the invitation of/));
  learn(...resend.refused(503, 'Unavailable: Try again later.'));
  await user.click(button(/^Revoke the invitation of/));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  learn(...revoke.refused(409, 'The invitation was accepted.'));
  expect(screen.queryByText(/Try again later/)).toBeNull();
  expect(screen.getByText('The invitation was accepted.')).toBeVisible();
});

it.each<[string, Options]>([
  ['[FEAT1] the server does not announce it', { features: [] }],
  ['[ROLE-020] the person may not invite staff', { role: 'license_support_engineer' }],
  ['[INVITE2] it is the past', { isPast: true }],
])('%s: invitations are shown, and nothing can be done with them', (_why, options) => {
  open([usersResponse(getSystemAdmins, invited)], options);
  expect(cells()).toHaveLength(1);
  expect(screen.queryByRole('button', { name: /invitation of/ })).toBeNull();
});

const elsewhere = (admin_url: string | null, address: string, features: readonly ServerFeature[] = []) =>
  managing(
    <SiteConfigContext value={{ default_organisation_id: '', accounts_elsewhere: { admin_url } }}>
      <UsersScreen />
    </SiteConfigContext>,
    {
      address,
      events: [organisations, signedIn('system_admin'), usersResponse(getSystemAdmins, aUser({ mfa_enabled: null, created: null }))],
      features,
    },
  );

it('[DIRECTORY2] where accounts are changed at the provider alone, a list says so, and the form is the sentence that says where', () => {
  elsewhere('https://id.example/admin', '/users');
  expect(screen.getByText('Accounts are kept by the identity provider: they are changed at https://id.example/admin.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull();
  // Fields that the provider does not report.
  expect(cells()[0]).toEqual(expect.arrayContaining(['-']));
});

it('[DIRECTORY2] [INVITE8] there is no form that could only fail', () => {
  elsewhere(null, '/users?tab=manage_users');
  expect(screen.getByText(/^Accounts are kept by the identity provider: its administrator adds the person there/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
});

it('[DIRECTORY4] possible changes are offered', () => {
  elsewhere(null, '/users', ['directory', 'invitations']);
  expect(screen.getByRole('button', { name: 'Actions for an@serrarobotics.example' })).toBeVisible();
  expect(screen.queryByText(/Accounts are kept/)).toBeNull();
});
