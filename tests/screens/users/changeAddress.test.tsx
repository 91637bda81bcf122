import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ServerFeature, serverFeatures } from '#contract/config';
import { getLocales } from '#contract/identity';
import { getOrganisations } from '#contract/place';
import { getSystemAdmins, type ManagedUser, postChangeAddress } from '#contract/user';
import { mailRefusal } from '#domain/people/mailDomains';
import { UsersScreen } from '#screens/users/UsersScreen';
import { pasteInto } from '../../support/pasteInto.ts';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { cells, dialog, field, press } from '../onScreen.ts';

const jo: ManagedUser = {
  name: 'Jo',
  family_name: 'Maes',
  email: 'jo@delinde.example',
  locale: 'nl-BE',
  user_type: 'organisation_user',
  status: 'ACTIVE',
  enabled: true,
  mfa_enabled: true,
  created: '2026-03-04T13:05:00Z',
  organisation_id: 'org-1',
  new_email: null,
};
const ENTRY = 'Change the email address';
const WITHDRAW = 'Withdraw the new email address';
const open = (user: ManagedUser, features: readonly ServerFeature[] = serverFeatures) =>
  managing(<UsersScreen />, {
    address: '/users',
    events: [
      answered(getLocales, { result: [] }),
      answered(getOrganisations, {
        total: 2,
        results: [
          { id: 'org-1', name: 'De Linde' },
          { id: 'org-2', name: 'Hortus' },
        ],
      }),
      signedIn('system_admin'),
      answered(getSystemAdmins, { result: [user] }),
    ],
    features,
  });
type Shown = ReturnType<typeof open>;
const trigger = () => screen.getByRole('button', { name: 'Actions for jo@delinde.example' });
const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
async function choose({ user }: Shown, label: string) {
  await user.click(trigger());
  await user.click(screen.getByRole('menuitem', { name: label }));
}
const change = actOf(postChangeAddress, {});
const listed = actOf(getSystemAdmins, {});

it('[NEWMAIL6] a link to a new address is mailed from a form, which checks as the server does', async () => {
  const shown = open(jo);
  await choose(shown, ENTRY);
  expect(shown.given().map(({ call }) => call)).toEqual([getSystemAdmins.name]);
  const address = () => field('New email address');
  expect(press('Mail the link')).toBeDisabled();
  await pasteInto(shown.user, address(), 'JO@delinde.example');
  expect(dialog().getByText('The account has this address now.')).toBeVisible();
  await shown.user.clear(address());
  await shown.user.type(address(), 'Joke@');
  expect(dialog().getByText('Email address is not valid.')).toBeVisible();
  await shown.user.type(address(), 'DeLinde.example');
  expect(address()).toHaveValue('joke@delinde.example');
  await shown.user.click(press('Mail the link'));
  const body = { email: jo.email, new_email: 'joke@delinde.example' };
  expect(shown.acts()).toEqual([{ call: postChangeAddress.name, params: {}, body }]);
  shown.learn(...change.gave({ result: true }));
  expect([screen.queryByRole('dialog'), shown.alerts()]).toEqual([null, ['success: The link is mailed to the new address']]);
  expect([shown.given().at(-1)?.call, document.activeElement]).toEqual([getSystemAdmins.name, trigger()]);
});

it.each([
  [409, 'Conflict: This email address has an account already.', 'This email address has an account already.'],
  [503, 'Unavailable: The mail could not be sent. Try again later.', 'Unavailable: The mail could not be sent. Try again later.'],
  [0, '', 'No answer came. The link may be mailed all the same.'],
])('[NEWMAIL6] a refusal %d is shown in the form, which keeps what was typed', async (status, message, text) => {
  const shown = open(jo);
  await choose(shown, ENTRY);
  await pasteInto(shown.user, field('New email address'), 'joke@delinde.example');
  await shown.user.click(press('Mail the link'));
  shown.learn(...change.refused(status, message));
  expect(dialog().getByText(text)).toBeVisible();
  expect(field('New email address')).toHaveValue('joke@delinde.example');
  expect(shown.given().at(-1)?.call).toBe(getSystemAdmins.name);
});

it.each([
  ['De Linde', '/maps/organisations?update=org-1'],
  ['Hortus', '/maps/organisations?update=org-2'],
  ['Nowhere', '/maps/organisations'],
])('[NEWMAIL6] [MAILD1] a mail domain that %s refused leads to its form, also for a person of several organisations', async (name, to) => {
  const shown = open(jo);
  await choose(shown, ENTRY);
  await pasteInto(shown.user, field('New email address'), 'jo@elsewhere.example');
  await shown.user.click(press('Mail the link'));
  shown.learn(...change.refused(400, `Invalid: ${mailRefusal('jo@elsewhere.example', name)}`));
  expect(dialog().getByRole('link', { name: 'Organisations' })).toHaveAttribute('href', to);
});

it('[NEWMAIL6] [PEOPLE11] the form shows the account as its list has it now, and mails nothing until that is known', async () => {
  const shown = open(jo);
  await choose(shown, ENTRY);
  await pasteInto(shown.user, field('New email address'), 'joke@delinde.example');
  shown.learn(listed.onItsWay);
  expect(press('Mail the link')).toBeDisabled();
  shown.learn(...listed.gave({ result: [{ ...jo, new_email: 'other@delinde.example' }] }));
  expect(dialog().getByText('A link was mailed to other@delinde.example: a new one replaces it.')).toBeVisible();
  expect(press('Mail the link')).toBeEnabled();
  shown.learn(...listed.refused(503, 'Unavailable'));
  expect(press('Mail the link')).toBeDisabled();
  await shown.user.click(press('Try Again'));
  shown.learn(...listed.gave({ result: [] }));
  expect(dialog().getByText(/^This account is no longer in this list/)).toBeVisible();
  expect(press('Mail the link')).toBeDisabled();
});

it('[NEWMAIL6] the filter of addresses finds an address that is not confirmed yet', async () => {
  const shown = open({ ...jo, new_email: 'joke@delinde.example' });
  const filter = screen.getByRole('searchbox', { name: 'Filter Email' });
  for (const [typed, count] of [
    ['JOKE@', 1],
    ['jo@de', 1],
    ['nobody', 0],
  ] as const) {
    await pasteInto(shown.user, filter, typed);
    expect(cells().filter((row) => row[0] === 'Jo')).toHaveLength(count);
    await shown.user.clear(filter);
  }
});

it('[NEWMAIL6] an address that is not confirmed yet is in the row and in the form, and is withdrawn', async () => {
  const shown = open({ ...jo, new_email: 'joke@delinde.example' });
  expect(cells()[0]?.[2]).toBe('jo@delinde.exampleNot confirmed yet: joke@delinde.example');
  await choose(shown, ENTRY);
  expect(dialog().getByText('A link was mailed to joke@delinde.example: a new one replaces it.')).toBeVisible();
  await shown.user.click(press('Cancel'));
  await choose(shown, WITHDRAW);
  expect(shown.acts()).toEqual([{ call: postChangeAddress.name, params: {}, body: { email: jo.email, new_email: null } }]);
  shown.learn(...change.gave({ result: true }));
  expect(shown.alerts()).toEqual(['success: Jo Maes keeps the email address']);
  shown.learn(answered(getSystemAdmins, { result: [jo] }));
  expect(cells()[0]?.[2]).toBe('jo@delinde.example');
  await shown.user.click(trigger());
  expect(entries()).toContain(ENTRY);
  expect(entries()).not.toContain(WITHDRAW);
});

it('[NEWMAIL6] [FEAT1] without the announcement no address is changed', async () => {
  const shown = open({ ...jo, new_email: 'joke@delinde.example' }, ['accounts']);
  await shown.user.click(trigger());
  expect(entries()).toEqual(['Change', 'Mail a link for a new password', 'Take the second factor away', 'Block', 'Delete']);
});
