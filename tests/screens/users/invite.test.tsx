import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getLocales } from '#contract/identity';
import { getOrganisations } from '#contract/place';
import { postCreateUser } from '#contract/user';
import { mailRefusal } from '#domain/people/mailDomains';
import { UsersScreen } from '#screens/users/UsersScreen';
import { ProductNamesContext } from '#hooks/productNames';
import { keyOf, type EventPayload } from '#streams/event';
import { pasteInto } from '../../support/pasteInto.ts';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';

const locales = answered(getLocales, { result: [{ id: 'nl-BE', name: 'Nederlands (België)' }] });
const organisationsKnown = (...ids: readonly string[]): EventPayload =>
  answered(getOrganisations, { total: ids.length, results: ids.map((id) => ({ id, name: `Name of ${id}` })) });
const view = (
  <ProductNamesContext value={{ company: 'Serra Robotics', product: 'Orangery' }}>
    <UsersScreen />
  </ProductNamesContext>
);
const open = ({ role = 'system_admin', events = [locales, organisationsKnown('org-1', 'org-2')], isPast = false } = {}) =>
  managing(view, { address: '/users?tab=manage_users', events: [signedIn(role), ...events], isPast });
type Shown = ReturnType<typeof open>;

const field = (name: string) => screen.getByRole('textbox', { name });
const choice = (name: string) => screen.getByRole('combobox', { name });
const button = () => screen.getByRole('button', { name: 'Invite' });
const create = actOf(postCreateUser, {});

async function fill({ user }: Shown, { type = 'organisation_user', organisation = 'org-1' } = {}) {
  await pasteInto(user, field('Email'), 'Jo.Maes@DeLinde.example');
  await pasteInto(user, field('First name'), 'Jo');
  await pasteInto(user, field('Family name'), 'Maes');
  await user.selectOptions(choice('User type'), type);
  await user.selectOptions(choice('Locale'), 'nl-BE');
  await user.selectOptions(choice('Organisation'), organisation);
}
const PERSON = { email: 'jo.maes@delinde.example', name: 'Jo', family_name: 'Maes', locale: 'nl-BE' };

it('[USER-004] [USER-006] the form has its six fields, its choices, and a button that waits', () => {
  open();
  expect(['Email', 'First name', 'Family name'].map((name) => field(name).tagName)).toEqual(['INPUT', 'INPUT', 'INPUT']);
  const options = ['User type', 'Locale', 'Organisation'].map((name) =>
    [...choice(name).querySelectorAll('option')].slice(1).map(({ textContent }) => textContent),
  );
  expect(options).toEqual([
    ['System Admin', 'License Support Engineer', 'Organisation Admin', 'Organisation User'],
    ['Nederlands (België)'],
    ['Name of org-1', 'Name of org-2'],
  ]);
  expect(button()).toBeDisabled();
});

it('[USER-007] [EMAIL1] [USER-017] [USER-018] [USER-019] [CALL-066] [MSG-087] an invite is sent once, in progress, and "User Invited"; the form is empty again', async () => {
  const shown = open();
  await fill(shown);
  await shown.user.clear(field('Email'));
  await shown.user.type(field('Email'), 'Jo.Maes@DeLinde.example');
  expect(field('Email')).toHaveValue('jo.maes@delinde.example');
  await shown.user.dblClick(button());
  const body = { ...PERSON, user_type: 'organisation_user', organisation_id: 'org-1' };
  expect(shown.acts()).toEqual([{ call: postCreateUser.name, params: {}, body }]);
  shown.learn(create.onItsWay);
  expect(screen.getByRole('button', { name: 'Inviting' })).toBeDisabled();
  shown.learn(...create.gave({ result: true }));
  expect([shown.alerts(), field('Email'), button()]).toMatchObject([['success: User Invited'], { value: '' }, { disabled: true }]);
});

it.each([
  ['[USER-008] [MSG-079]', 'Email', 'jo@', 'Email address is not valid.'],
  ['[USER-009] [MSG-080]', 'First name', ' ', 'First name cannot be empty.'],
  ['[USER-010] [MSG-081]', 'Family name', ' ', 'Family name cannot be empty.'],
  ['[INVITE1]', 'First name', 'x'.repeat(101), 'First name cannot be longer than 100 characters.'],
])('%s [USER-017] %s %j cannot be sent and says why', async (_id, name, typed, text) => {
  const shown = open();
  await fill(shown);
  await shown.user.clear(field(name));
  await shown.user.click(field(name));
  await shown.user.paste(typed);
  expect(screen.getByText(text)).toBeVisible();
  expect(button()).toBeDisabled();
  await shown.user.keyboard('{Enter}');
  expect(shown.acts()).toEqual([]);
});

it.each([
  ['[USER-011] [MSG-082]', 'User type', 'User type cannot be empty.'],
  ['[USER-012] [MSG-083]', 'Locale', 'Locale cannot be empty.'],
  ['[USER-014] [MSG-085]', 'Organisation', 'An organisation needs to be selected when adding an organisation user or admin'],
])('%s [USER-017] without %s nothing is sent, and the reason shows', async (_id, name, text) => {
  const shown = open();
  await fill(shown);
  await shown.user.selectOptions(choice(name), '');
  expect(screen.getByText(text)).toBeVisible();
  expect(button()).toBeDisabled();
});

it.each([
  ['license_support_engineer', 'system_admin'],
  ['license_support_engineer', 'license_support_engineer'],
  ['organisation_admin', 'system_admin'],
  ['organisation_user', 'license_support_engineer'],
])('[USER-013] [MSG-084] [ROLE-020] [ROLE-021] %s who chooses %s reads that only system admins may', async (role, type) => {
  const shown = open({ role });
  await fill(shown, { type });
  expect(screen.getByText('Only system admins can invite system admins and license support engineers')).toBeVisible();
  expect(button()).toBeDisabled();
});

const IGNORED = 'Organisation will be ignored when inviting a license support engineer';
it.each([
  ['[USER-015] [MSG-086]', 'license_support_engineer'],
  ['[USER-016] [GAP-57]', 'system_admin'],
])('%s [ROLE-019] a system_admin who invites a %s is warned that the organisation is ignored, and it is not sent', async (_id, type) => {
  const shown = open();
  await fill(shown, { type });
  await shown.user.selectOptions(choice('Organisation'), '');
  expect(screen.queryByText(IGNORED)).toBeNull();
  await shown.user.selectOptions(choice('Organisation'), 'org-2');
  expect(screen.getByText(IGNORED)).toBeVisible();
  await shown.user.click(button());
  expect(shown.acts().map(({ body }) => body)).toEqual([{ ...PERSON, user_type: type }]);
});

it.each([
  [409, 'Conflict: This email address has an account already.', 'This email address has an account already.'],
  [403, 'Forbidden: no', 'Forbidden: no'],
  [500, '', 'Something went wrong'],
])(
  '[USER-021] [USER-022] [USER-023] [MSG-088] [MSG-089] [GAP-58] a failure %d opens the dialog with the error; the draft stays',
  async (status, message, error) => {
    const shown = open();
    await fill(shown);
    await shown.user.click(button());
    shown.learn(...create.refused(status, message));
    const dialog = screen.getByRole('dialog', { name: 'User is not invited' });
    expect(dialog).toHaveTextContent(`Ask your Orangery administrator for help! Error: ${error}`);
    await shown.user.click(screen.getByRole('button', { name: 'OK' }));
    expect([screen.queryByRole('dialog'), field('First name'), shown.alerts()]).toMatchObject([null, { value: 'Jo' }, []]);
  },
);

it.each([
  [0, 'No answer came. The user may be invited all the same.'],
  [200, 'The answer could not be read. The user may be invited all the same.'],
])('[ANY14] an invitation that may have been sent (%i) is not called a failure; the draft stays', async (status, text) => {
  const shown = open();
  await fill(shown);
  await shown.user.click(button());
  shown.learn(...create.refused(status, ''));
  const dialog = screen.getByRole('dialog', { name: 'User may be invited' });
  expect(dialog).toHaveTextContent(`${text} Look whether the user is in the list before you invite again.`);
  expect(dialog).not.toHaveTextContent('Error');
  await shown.user.click(screen.getByRole('button', { name: 'OK' }));
  expect([screen.queryByRole('dialog'), field('First name')]).toMatchObject([null, { value: 'Jo' }]);
});

it('[USER-021] a server that says no opens it too', async () => {
  const shown = open();
  await fill(shown);
  await shown.user.click(button());
  shown.learn(...create.gave({ result: false }));
  expect(screen.getByRole('dialog', { name: 'User is not invited' })).toBeVisible();
});

it('[USER-024] when the locales cannot be loaded no message shows', () => {
  const shown = open({ events: [organisationsKnown('org-1')] });
  const key = keyOf({ call: getLocales.name, params: {}, query: {} });
  const before = document.body.textContent;
  shown.learn({ kind: 'request.failed', key, call: getLocales.name, failure: { status: 500, message: 'ServerFault: no' } });
  expect([document.body.textContent, shown.alerts()]).toEqual([before, []]);
});

it('[GAP-56] a person with one organisation invites into it without choosing; an untouched form is not unsaved', () => {
  open({ role: 'organisation_admin', events: [locales, organisationsKnown('org-1')] });
  expect(choice('Organisation')).toHaveValue('org-1');
  expect(button()).toBeDisabled();
});

it('[USER-004] in the past nobody is invited', () => {
  open({ isPast: true });
  expect(choice('User type')).toBeDisabled();
  expect(button()).toBeDisabled();
});

it.each([
  ['system_admin', true],
  ['organisation_admin', false],
])('[MAILD1] a refused domain names the place, and leads a %s there: %s', async (role, leads) => {
  const shown = open({ role });
  await fill(shown);
  await shown.user.click(button());
  const refusal = mailRefusal('jo.maes@delinde.example', 'Name of org-1');
  shown.learn(...create.refused(400, `Invalid: ${refusal}`));
  const dialog = within(screen.getByRole('dialog', { name: 'User is not invited' }));
  expect(dialog.getByText(refusal, { exact: false })).toBeVisible();
  const link = dialog.queryByRole('link', { name: 'Organisations' });
  expect(link?.getAttribute('href') ?? null).toBe(leads ? '/maps/organisations?update=org-1' : null);
});
