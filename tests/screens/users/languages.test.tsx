import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import { getLocales } from '#contract/identity';
import { postCreateLocale, postDeleteLocale, postUpdateLocale } from '#contract/language';
import { UsersScreen } from '#screens/users/UsersScreen';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';

const known = answered(getLocales, {
  result: [
    { id: 'nl-BE', name: 'Nederlands (België)', archived: false },
    { id: 'fr-BE', name: 'Français', archived: true },
  ],
});
interface Options {
  readonly role?: string;
  readonly isPast?: boolean;
  readonly features?: readonly ServerFeature[];
  readonly tab?: string;
}
const open = ({ role = 'license_support_engineer', isPast = false, features, tab = 'languages' }: Options = {}) =>
  managing(<UsersScreen />, { address: `/users?tab=${tab}`, events: [known, signedIn(role)], isPast, features });
const button = (name: string) => screen.getByRole('button', { name });
const text = (name: string) => screen.getByRole('textbox', { name });

it.each([
  ['others than the staff', { role: 'organisation_admin' }],
  ['a server that does not announce it', { features: ['removals'] as const }],
])('[LANG4] [FEAT1] %s: no tab, and its address shows the first one', (_, options) => {
  open(options);
  expect(screen.queryByRole('tab', { name: 'Languages' })).toBeNull();
  expect(screen.getByRole('tab', { name: 'System Admins', selected: true })).toBeVisible();
});

it('[LANG4] in the past nothing can be changed', () => {
  open({ isPast: true });
  expect([button('Add Language'), button('Change nl-BE')]).toMatchObject([{ disabled: true }, { disabled: true }]);
});

it('[LANG1] [LANG4] a language is added by its tag, as people type it, with its own name unless another is typed', async () => {
  const { user, acts, learn, alerts, given } = open();
  await user.click(button('Add Language'));
  await user.type(text('Tag'), 'NL-be');
  expect(screen.getByText('This language exists already.')).toBeVisible();
  await user.clear(text('Tag'));
  await user.type(text('Tag'), 'qq');
  expect(screen.getByText('No language has the tag qq.')).toBeVisible();
  await user.clear(text('Tag'));
  await user.type(text('Tag'), 'PL');
  expect(screen.getByText('Polish')).toBeVisible();
  expect(text('Name')).toHaveAttribute('placeholder', 'Polski');
  await user.click(button('Add'));
  expect(acts()).toEqual([{ call: postCreateLocale.name, params: { id: 'pl' }, body: { name: 'Polski' } }]);
  learn(...actOf(postCreateLocale, { id: 'pl' }).gave({ result: true }));
  expect([alerts(), given().at(-1)?.call, screen.queryByRole('dialog')]).toEqual([
    ['success: The language is added'],
    getLocales.name,
    null,
  ]);
});

it('[LANG2] [LANG4] a language is renamed and archived together, and restored', async () => {
  const { user, acts } = open();
  await user.click(button('Change nl-BE'));
  await user.type(text('Name'), ' 2');
  await user.click(screen.getByRole('checkbox', { name: 'Offered to people' }));
  await user.click(button('Save'));
  await user.click(button('Cancel'));
  expect(acts()).toEqual([
    { call: postUpdateLocale.name, params: { id: 'nl-BE' }, body: { name: 'Nederlands (België) 2', archived: true } },
  ]);
});

it('[GONE1] the form of a language that somebody else removes stays with what was typed and why it is not saved', async () => {
  const { user, learn } = open();
  await user.click(button('Change nl-BE'));
  await user.type(text('Name'), ' 2');
  await user.click(button('Save'));
  learn(answered(getLocales, { result: [] }), ...actOf(postUpdateLocale, { id: 'nl-BE' }).refused(404, 'Not found: nl-BE'));
  expect(text('Name')).toHaveValue('Nederlands (België) 2');
  expect(screen.getByRole('alert')).toHaveTextContent('nl-BE');
});

it('[LANG4] a refused removal names the accounts, with the way to their lists', async () => {
  const { user, acts, learn } = open();
  await user.click(button('Change fr-BE'));
  await user.click(button('Remove fr-BE'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('fr-BE will be removed for good. Nobody can choose it any more.');
  await user.click(button('Yes'));
  expect(acts()).toEqual([{ call: postDeleteLocale.name, params: { id: 'fr-BE' }, body: {} }]);
  learn(...actOf(postDeleteLocale, { id: 'fr-BE' }).refused(409, 'Conflict: fr-BE is the language of 1 account: a@x.example.'));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('fr-BE is the language of 1 account: a@x.example.')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Organisation Users' })).toHaveAttribute(
    'href',
    '/users?tab=organisation_users&organisation-users.filter=locale%3Dfr-BE',
  );
});

it('[LANG2] an archived language is not offered to who is invited', () => {
  open({ role: 'system_admin', tab: 'manage_users' });
  const options = [...screen.getByRole('combobox', { name: 'Locale' }).querySelectorAll('option')].map(({ value }) => value);
  expect(options.filter(Boolean)).toEqual(['nl-BE']);
});
