import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import { getLocales, postUpdateMfa } from '#contract/identity';
import { getOrganisations } from '#contract/place';
import {
  getSystemAdmins,
  type ManagedUser,
  postDeleteUser,
  postDisableUser,
  postEnableUser,
  postResetPassword,
  postUpdateUser,
} from '#contract/user';
import { endings } from '#domain/text/endings';
import { UsersScreen } from '#screens/users/UsersScreen';
import { keyOf } from '#streams/event';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { accept, cells, combo, dialog, field, press } from '../onScreen.ts';

const jo: ManagedUser = {
  name: 'Jo',
  family_name: 'Maes',
  email: 'jo@serrarobotics.example',
  locale: 'nl-BE',
  user_type: 'organisation_user',
  status: 'ACTIVE',
  enabled: true,
  mfa_enabled: true,
  created: '2026-03-04T13:05:00Z',
  organisation_id: 'org-1',
};
const known = [
  answered(getLocales, { result: [{ id: 'nl-BE', name: 'Nederlands' }] }),
  answered(getOrganisations, {
    total: 2,
    results: [
      { id: 'org-1', name: 'De Linde' },
      { id: 'org-2', name: 'Van Houte' },
    ],
  }),
];

interface Options {
  readonly role?: string;
  readonly features?: readonly ServerFeature[];
  readonly isPast?: boolean;
}
const open = (users: readonly ManagedUser[], { role = 'system_admin', ...rest }: Options = {}) =>
  managing(<UsersScreen />, {
    address: '/users',
    events: [...known, signedIn(role), answered(getSystemAdmins, { result: users })],
    ...rest,
  });
type Shown = ReturnType<typeof open>;
const trigger = () => screen.getByRole('button', { name: 'Actions for jo@serrarobotics.example' });
async function choose({ user }: Shown, label: string) {
  await user.click(trigger());
  await user.click(screen.getByRole('menuitem', { name: label }));
}
const yes = () => screen.getByRole('button', { name: 'Yes' });
const body = { email: jo.email };

it.each([
  ['Block', postDisableUser, /^Jo Maes is signed out everywhere at once and cannot/, body, 'Jo Maes is blocked', {}],
  ['Delete', postDeleteUser, /^Jo Maes is signed out .* ends for good/, body, 'Jo Maes is deleted', {}],
  [
    'Take the second factor away',
    postUpdateMfa,
    /^Jo Maes is signed out/,
    { ...body, enable: false },
    'Jo Maes has no second factor now',
    {},
  ],
  ['Unblock', postEnableUser, null, body, 'Jo Maes is unblocked', { enabled: false }],
  ['Mail a link for a new password', postResetPassword, null, body, 'Jo Maes is mailed a link for a new password', {}],
] as const)(
  '[PEOPLE8] %s asks first where it ends something, then the list is asked again',
  async (label, call, question, sent, done, more) => {
    const shown = open([{ ...jo, ...more }]);
    await choose(shown, label);
    if (question !== null) {
      expect(screen.getByRole('alertdialog')).toHaveTextContent(/Are you sure\?/);
      expect(screen.getByText(question)).toBeVisible();
      await shown.user.click(screen.getByRole('button', { name: 'No' }));
      expect([shown.acts(), document.activeElement]).toEqual([[], trigger()]);
      await choose(shown, label);
      await shown.user.click(yes());
    }
    expect([shown.acts(), document.activeElement]).toEqual([[{ call: call.name, params: {}, body: sent }], trigger()]);
    shown.learn(...actOf(call, {}).gave(call === postUpdateMfa ? { ok: true } : { result: true }));
    expect([shown.alerts(), shown.given().at(-1)?.call]).toEqual([[`success: ${done}`], getSystemAdmins.name]);
  },
);

it.each([
  [409, 'Conflict: There would be no system admin left.', 'There would be no system admin left.'],
  [403, 'Forbidden: no', 'Forbidden: no'],
  [404, 'NotFound: no such account', 'no such account'],
  [429, 'TooMany: Try again in an hour.', 'TooMany: Try again in an hour.'],
  [503, 'Unavailable: The mail could not be sent.', 'Unavailable: The mail could not be sent.'],
  [0, '', 'No answer came. The account may be blocked all the same.'],
])('[PEOPLE8] a refusal %d is shown as it is, and the list is asked again', async (status, message, text) => {
  const shown = open([jo]);
  await choose(shown, 'Block');
  await shown.user.click(yes());
  shown.learn(...actOf(postDisableUser, {}).refused(status, message));
  expect(screen.getByText(text)).toBeVisible();
  expect(shown.given().at(-1)?.call).toBe(getSystemAdmins.name);
});

it('[PEOPLE7] [PEOPLE1] [ENDS1] an account is changed in one form, with the reasons of the server before it is sent', async () => {
  const shown = open([jo]);
  await choose(shown, 'Change');
  await shown.user.clear(field('First name'));
  expect(screen.getByText('First name cannot be empty.')).toBeVisible();
  await shown.user.type(field('First name'), 'Joke ');
  await shown.user.selectOptions(combo('User type'), 'organisation_admin');
  await shown.user.selectOptions(combo('Organisation'), 'org-2');
  await shown.user.click(press('Save'));
  expect(await accept(shown.user)).toBe(endings.changeRights('Jo Maes'));
  const place = { user_type: 'organisation_admin', organisation_id: 'org-2', from_organisation_id: 'org-1' };
  const changed = { name: 'Joke', family_name: 'Maes', locale: 'nl-BE', ...place };
  expect(shown.acts().map(({ body: sent }) => sent)).toEqual([{ ...body, ...changed }]);
  shown.learn(...actOf(postUpdateUser, {}).refused(409, 'Conflict: There would be no system admin left.'));
  expect(dialog().getByText('There would be no system admin left.')).toBeVisible();
  await shown.user.click(press('Save'));
  await accept(shown.user);
  shown.learn(...actOf(postUpdateUser, {}).gave({ result: true }));
  expect([screen.queryByRole('dialog'), shown.alerts(), document.activeElement]).toEqual([
    null,
    ['success: The account is changed'],
    trigger(),
  ]);
});

/** The list of the form's account came anew. */
const listed = actOf(getSystemAdmins, {});

it('[PEOPLE11] the form of an account requests its list, and sends what somebody else changed meanwhile as it is now', async () => {
  const shown = open([jo]);
  await choose(shown, 'Change');
  expect(shown.given().map(({ call }) => call)).toEqual([getSystemAdmins.name]);
  await shown.user.type(field('First name'), 'ke');
  shown.learn(listed.onItsWay);
  expect(press('Save')).toBeDisabled();
  shown.learn(...listed.gave({ result: [{ ...jo, user_type: 'organisation_admin', organisation_id: 'org-2', family_name: 'Peeters' }] }));
  expect([field('First name'), field('Family name')].map((input) => input.getAttribute('value'))).toEqual(['Joke', 'Peeters']);
  await shown.user.click(press('Save'));
  const sent = { name: 'Joke', family_name: 'Peeters', locale: 'nl-BE', user_type: 'organisation_admin', organisation_id: 'org-2' };
  expect(shown.acts().map((act) => act.body)).toEqual([{ ...body, ...sent }]);
});

it('[PEOPLE11] a field of an account that both changed says what it is now', async () => {
  const shown = open([jo]);
  await choose(shown, 'Change');
  await shown.user.selectOptions(combo('Organisation'), 'org-2');
  shown.learn(...listed.gave({ result: [{ ...jo, organisation_id: null, user_type: 'organisation_admin' }] }));
  expect(combo('Organisation')).toHaveValue('org-2');
  expect(dialog().getByText('Changed by somebody else meanwhile: nothing')).toBeVisible();
  expect(combo('User type')).toHaveValue('organisation_admin');
});

it.each([
  ['is no longer in its list', listed.gave({ result: [] }), /^This account is no longer in this list/],
  ['could not be loaded anew', listed.refused(503, 'Unavailable'), /^The account as it is now could not be loaded/],
] as const)('[PEOPLE11] an account that %s is not saved', async (_, outcome, text) => {
  const shown = open([jo]);
  await choose(shown, 'Change');
  await shown.user.type(field('First name'), 'ke');
  shown.learn(...outcome);
  expect(dialog().getByText(text)).toBeVisible();
  expect(field('First name')).toHaveValue('Joke');
  expect(press('Save')).toBeDisabled();
});

it('[PEOPLE11] an account that could not be loaded anew is requested again from its form, and then saved with what was typed', async () => {
  const shown = open([jo]);
  await choose(shown, 'Change');
  await shown.user.type(field('First name'), 'ke');
  shown.learn(...listed.refused(503, 'Unavailable'));
  await shown.user.click(press('Try Again'));
  expect(shown.given().filter(({ call }) => call === getSystemAdmins.name)).toHaveLength(2);
  shown.learn(...listed.gave({ result: [jo] }));
  await shown.user.click(press('Save'));
  expect(shown.acts().map((act) => act.body)).toEqual([expect.objectContaining({ ...body, name: 'Joke' })]);
});

it('[PEOPLE7] name and language of the own account can be changed, its type and organisation are not shown', async () => {
  const shown = open([{ ...jo, email: 'anna@example.org' }], { role: 'organisation_user' });
  await shown.user.click(screen.getByRole('button', { name: 'Actions for anna@example.org' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Change']);
  await shown.user.click(screen.getByRole('menuitem'));
  expect(dialog().queryByRole('combobox', { name: 'User type' })).toBeNull();
  expect(dialog().queryByRole('combobox', { name: 'Organisation' })).toBeNull();
});

it('[PEOPLE7] a blocked account is marked; without the announcement nothing changes', () => {
  const blocked = { ...jo, enabled: false };
  const { unmount } = open([blocked]);
  expect(cells()[0]?.slice(5, 7)).toEqual(['Blocked', 'No']);
  unmount();
  open([blocked], { features: [] });
  expect(cells()[0]?.slice(5, 7)).toEqual(['Active', 'No']);
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull();
});

it('[PEOPLE7] in the past nothing can be done with an account', () => {
  open([jo], { isPast: true });
  expect(cells()).toHaveLength(1);
  expect(screen.getByRole('button', { name: /^Actions for/ })).toBeDisabled();
});

it('[INVITE8] with an identity provider elsewhere the screen says where accounts are kept', () => {
  const shown = open([]);
  const key = keyOf({ call: getSystemAdmins.name, params: {}, query: {} });
  const message = 'Conflict: Accounts are kept by the identity provider: add the person there.';
  shown.learn({ kind: 'request.failed', key, call: getSystemAdmins.name, failure: { status: 409, message } });
  expect(screen.getByText('Accounts are kept by the identity provider: add the person there.')).toBeVisible();
});

it('[EACH1] while an action on an account is being sent, none can be chosen', async () => {
  const shown = open([jo]);
  await choose(shown, 'Block');
  await shown.user.click(yes());
  expect(trigger()).toHaveAttribute('aria-disabled', 'true');
  shown.learn(...actOf(postDisableUser, {}).gave({ result: true }));
  expect(trigger()).not.toHaveAttribute('aria-disabled', 'true');
});
