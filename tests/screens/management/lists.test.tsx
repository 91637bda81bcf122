import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getAllDeviceTypes, postUpdateDeviceType } from '#contract/devices/device';
import { TypesScreen } from '#screens/management/device_types/TypesScreen';
import { StagesScreen } from '#screens/management/life_cycle_stages/StagesScreen';
import { StageIcon } from '#screens/management/StageMark';
import { SubscriptionsScreen } from '#screens/management/subscriptions/SubscriptionsScreen';
import { answered, showing } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn, stages, types } from './aManagement.tsx';
import { lifeCycleStages } from '#domain/devices/deviceList';

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const rows = (from: number) => screen.getAllByRole('row').slice(from);

it.each([
  ['[MGMT-067]', '/management/life_cycle_stages', 'Life Cycle Stages'],
  ['[MGMT-068]', '/management/device_types', 'Device Types'],
  ['[MGMT-072]', '/management/subscriptions', 'Subscriptions'],
  ['[MGMT-054]', '/management/add', 'Add Device'],
  ['[MGMT-073]', '/management/ssh_credentials', 'SSH Credentials'],
])('%s [ROLE-014] %s is in the menu of everybody as %s', (_id, path, title) => {
  const row = routes.find((one) => one.path === path);
  expect(row).toMatchObject({ title, place: 'menu', group: 'management' });
  expect(row).not.toHaveProperty('roles');
});

it('[MGMT-067] the stages stand with id, icon and name, in the order of a life', () => {
  managing(<StagesScreen />, { address: '/management/life_cycle_stages' });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Id', 'Icon', 'Name']);
  expect(rows(1).map(cells)).toEqual([
    ['PRODUCTION', '', 'Production'],
    ['OPERATIONAL', '', 'Operational'],
    ['DECOMMISSIONED', '', 'Decommissioned'],
    ['ON_LOAN', '', 'On loan'],
  ]);
  expect(rows(1).map((row) => row.querySelector('[data-stage]')?.getAttribute('data-stage'))).toEqual([
    'PRODUCTION',
    'OPERATIONAL',
    'DECOMMISSIONED',
    'ON_LOAN',
  ]);
});

it('[MGMT-067] [OPEN-124] every stage has an icon of its own, and one that nobody knows the question mark', () => {
  const variant = (id: string) => {
    const { container, unmount } = showing(<StageIcon id={id} />);
    const drawn = container.querySelector('svg')?.innerHTML ?? '';
    unmount();
    return drawn;
  };
  const looks = lifeCycleStages.map(variant);
  expect(new Set(looks).size).toBe(8);
  expect([variant('ON_LOAN'), variant('constructor')].map((one) => looks.includes(one))).toEqual([false, false]);
});

it('[MGMT-067] [RULE-113] before the stages are known the table waits; in the past they may not be known', () => {
  const { unmount } = managing(<StagesScreen />, { address: '/', events: [] });
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  unmount();
  managing(<StagesScreen />, { address: '/', events: [], isPast: true });
  expect(screen.getByText('Not known at that time')).toBeVisible();
});

it('[MGMT-068] the types stand with id, name and revisions', () => {
  managing(<TypesScreen />, { address: '/management/device_types' });
  expect(rows(2).map((row) => cells(row).slice(0, 4))).toEqual([
    ['DIV01', 'Divo', 'DV-R1', 'No'],
    ['KOMPANO', 'Kompano', '-', 'No'],
    ['LUMION_FIX', 'Lumion Fix', 'LF-R1, LF-R2', 'Yes'],
  ]);
});

const save = actOf(postUpdateDeviceType, { id: 'DIV01' });
async function renaming(role = 'license_support_engineer') {
  const shown = managing(<TypesScreen />, { address: '/management/device_types', events: [stages, types, signedIn(role)] });
  await shown.user.click(screen.getByRole('button', { name: 'Update Device Type DIV01' }));
  return shown;
}
const field = () => screen.getByRole('textbox', { name: 'Name of DIV01' });
const type = async (user: Awaited<ReturnType<typeof renaming>>['user'], text: string) => {
  await user.clear(field());
  if (text !== '') await user.type(field(), text);
};

it('[MGMT-069] [MSG-134] [CALL-094] "Update Device Type" changes the name, says so, and the types are asked again', async () => {
  const { user, acts, given, alerts, learn } = await renaming();
  expect(screen.getByRole('dialog', { name: 'Update Device Type' })).toBeVisible();
  expect(field()).toMatchObject({ value: 'Divo' });
  await type(user, ' Divo two ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(acts()).toEqual([{ call: postUpdateDeviceType.name, params: { id: 'DIV01' }, body: { name: 'Divo two' } }]);
  learn(save.onItsWay);
  expect(screen.getByRole('button', { name: 'Saving' })).toBeDisabled();
  learn(...save.gave({ result: true }));
  expect([alerts(), given().at(-1)?.call]).toEqual([['success: The change is saved'], getAllDeviceTypes.name]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each(['', '   ', 'Divo', ' Divo '])('[MGMT-070] [MGMT-071] the name %j is no change: nothing is sent', async (text) => {
  const { user, acts, alerts } = await renaming();
  await type(user, text);
  await user.keyboard('{Enter}');
  expect([acts(), alerts(), screen.queryByRole('dialog')]).toEqual([[], [], null]);
});

it('[MGMT-069] a name that is too long cannot be saved and says why', async () => {
  const { user, acts } = await renaming();
  await user.clear(field());
  await user.click(field());
  await user.paste('x'.repeat(101));
  expect(screen.getByText('Name cannot be longer than 100 characters.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.keyboard('{Enter}');
  expect(acts()).toEqual([]);
});

it.each([
  [403, 'Forbidden: no', ['warning: Forbidden: no'], null],
  [404, 'NotFound: no such device type', ['warning: no such device type'], null],
  [0, '', [], 'No answer came. The change may be saved all the same.'],
])(
  '[MGMT-069] [RULE-107] a failure %d keeps the draft, and its message goes with the first letter',
  async (status, message, messages, text) => {
    const { user, alerts, learn } = await renaming();
    await type(user, 'Two');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    learn(...save.refused(status, message));
    expect([alerts(), field()]).toMatchObject([messages, { value: 'Two' }]);
    if (text === null) return;
    expect(screen.getByText(text)).toBeVisible();
    await user.type(field(), 's');
    expect(screen.queryByText(text)).toBeNull();
  },
);

it('[MGMT-069] a server that says no keeps the draft, and the field says so until one types on; Cancel leaves', async () => {
  const { user, learn, acts } = await renaming();
  await type(user, 'Two');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  learn(...save.gave({ result: false }));
  expect(screen.getByText('The change was not saved.')).toBeVisible();
  await user.type(field(), 's');
  expect(screen.queryByText('The change was not saved.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([screen.queryByRole('dialog'), acts().length]).toEqual([null, 1]);
});

it.each([
  ['organisation_admin', false],
  ['organisation_user', false],
  ['system_admin', true],
])('[ADD3] in the past, and for %s, types cannot be named', (role, isPast) => {
  managing(<TypesScreen />, { address: '/', events: [types, signedIn(role)], isPast });
  expect(screen.getByRole('button', { name: 'Update Device Type DIV01' })).toBeDisabled();
  const notes = screen.queryAllByText('Only the staff of the provider can add devices and name their types.');
  expect(notes).toHaveLength(isPast ? 0 : 1);
});

it('[MGMT-072] [MSG-135] subscriptions are not available', () => {
  managing(<SubscriptionsScreen />, { address: '/management/subscriptions' });
  expect(screen.getByText('Not available at the moment')).toBeVisible();
});

it('[FORM1] a type that somebody else renames while its form is open keeps the new name unless another one is typed', async () => {
  const { user, acts, learn } = await renaming();
  const theirs = (name: string) => learn(answered(getAllDeviceTypes, { result: [{ id: 'DIV01', name, revisions: [] }] }));
  theirs('Theirs');
  expect(field()).toHaveValue('Theirs');
  await user.type(field(), ' two');
  theirs('Others');
  expect(screen.getByText('Changed by somebody else meanwhile: Others')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(acts()).toEqual([{ call: postUpdateDeviceType.name, params: { id: 'DIV01' }, body: { name: 'Theirs two' } }]);
});

it('[GONE1] the form of a type that somebody else removes stays with what was typed', async () => {
  const { user, learn } = await renaming();
  await user.type(field(), ' two');
  learn(answered(getAllDeviceTypes, { result: [] }));
  expect(field()).toHaveValue('Divo two');
});
