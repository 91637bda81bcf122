import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { cancel, configFailed, configResponse, configuration, edit, row, serial, signedIn, support } from './aConfiguration.tsx';

const groupsShown = () => screen.getAllByRole('heading', { level: 3 }).map((head) => head.textContent);
const names = () => screen.getAllByRole('group').flatMap((group) => group.getAttribute('aria-label') ?? []);

it('[SHELL-039] it stands in the menu of the device', () => {
  expect(routes.find(({ path }) => path === '/device/configuration')).toMatchObject({
    title: 'Configuration',
    place: 'menu',
    group: 'device',
  });
});

it('[DEV-086] [MSG-047] three tabs; the chosen one stands in the address', async () => {
  const { user, address } = configuration();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Configuration', 'History', 'Download']);
  expect(screen.getByRole('tab', { name: 'Configuration' })).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByRole('tab', { name: 'History', selected: true })).toBeVisible();
  expect(address()).toContain('tab=history');
});

it.each(['?tab=nonsense', '?tab=', '?tab=__proto__'])('[DEV-086] the address %s shows the first tab', (address) => {
  configuration({ address });
  expect(screen.getByRole('tab', { name: 'Configuration' })).toHaveAttribute('aria-selected', 'true');
});

it('[DEV-001] [DEV-003] it has the header bar of the device pages', () => {
  configuration();
  expect(screen.getByRole('combobox', { name: 'Device: Alba' })).toBeVisible();
});

it('[DEV-087] lists the config files, and shows the chosen one', async () => {
  const { user } = configuration();
  const files = within(screen.getByRole('navigation', { name: 'Config files' }));
  expect(files.getAllByRole('button').map((file) => file.textContent)).toEqual(['navigation.yaml4', 'lights.yaml1']);
  expect(screen.getByRole('heading', { name: 'navigation.yaml' })).toBeVisible();
  await user.click(files.getByRole('button', { name: /^lights.yaml/ }));
  expect(screen.getByRole('heading', { name: 'lights.yaml' })).toBeVisible();
  expect(row('greeting').getByText('hello')).toBeVisible();
});

it('[DEV-088] [ROLE-012] [CONST-066] parameters with their value, by group; its colour is a mark and a word', () => {
  configuration();
  expect(groupsShown()).toEqual(['MotorsRed', 'NavigationGreen', 'NavigationYellow']);
  expect(names()).toEqual(expect.arrayContaining(['torque', 'max_speed', 'retries', 'use_lidar']));
  expect(row('max_speed').getByText('0.5 m/s')).toBeVisible();
  expect(row('use_lidar').getByText('false')).toBeVisible();
  const bars = [...document.querySelectorAll('[data-bars]')].map((mark) => mark.getAttribute('data-bars'));
  expect(bars).toEqual(['4', '1', '2']);
});

it('[EDIT1] a search shows what it finds in every file, and says when it finds nothing', async () => {
  const { user } = configuration();
  const search = screen.getByRole('searchbox', { name: 'Search parameters' });
  await user.type(search, 'r');
  expect(screen.getAllByRole('heading', { name: /yaml$/ }).map((head) => head.textContent)).toEqual(['navigation.yaml', 'lights.yaml']);
  await user.clear(search);
  await user.type(search, 'torque');
  expect(names()).toContain('torque');
  expect(names()).not.toContain('max_speed');
  await user.type(search, 'x');
  expect(screen.getByText('No parameter of that name')).toBeVisible();
});

it('[DEV-100] [MSG-048] [ROLE-009] without the right to configure the cell says so, also when the device is not online', () => {
  configuration({ who: support });
  expect(row('torque').getByText('Not allowed to edit')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit torque' })).toBeNull();
  expect(edit('max_speed')).toBeVisible();
});

it('[DEV-099] [MSG-049] offline the cell says so; where the right is missing too, it says that', () => {
  configuration({ who: support, isOnline: false });
  expect(row('max_speed').getByText('Device is not online')).toBeVisible();
  expect(row('torque').getByText('Not allowed to edit')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Edit / })).toBeNull();
});

it.each([['user_type:organisation_admin'], ['user_type:organisation_user'], ['growers']])(
  '[ROLE-010] %s reads all and changes nothing',
  (group) => {
    configuration({ who: signedIn(group) });
    expect(row('torque').getByText('9')).toBeVisible();
    expect(screen.getAllByText('Not allowed to edit')).toHaveLength(4);
  },
);

it('[GAP-49] [ROLE-011] [DEV-101] without groups: the page and the files, no parameters', () => {
  configuration({ who: signedIn() });
  expect(screen.getByRole('navigation', { name: 'Config files' })).toHaveTextContent('navigation.yaml0');
  expect(screen.getByText('No parameters')).toBeVisible();
  expect(screen.queryByText('max_speed')).toBeNull();
});

it('[DEV-112] [RULE-114] while the first answer is awaited bars stand; a failure ends that, without a word, and can be asked again', async () => {
  const { user, learn, asks } = configuration({ events: [] });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  learn([3, configFailed]);
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  expect(screen.queryByText(/failed|wrong|No config files/i)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Refresh Data' }));
  expect(asks()).toBe(1);
  learn([4, configResponse()]);
  expect(row('max_speed').getByText('0.5 m/s')).toBeVisible();
});

it('[DEV-112] a failed refresh leaves the values that are known', async () => {
  const { user, learn, asks } = configuration();
  await user.click(screen.getByRole('button', { name: 'Refresh Data' }));
  expect(asks()).toBe(1);
  learn([3, configFailed]);
  expect(row('max_speed').getByText('0.5 m/s')).toBeVisible();
});

it('[DEV-087] a device without files says so', () => {
  const { learn } = configuration({ events: [] });
  const response = configResponse();
  if (response.kind !== 'request.succeeded') throw new Error('no answer');
  learn([3, { ...response, answer: { file_names: [], config: {} } }]);
  expect(screen.getByText('No config files')).toBeVisible();
});

it('[DEV-089] in the past nothing is changed and nothing asked', () => {
  configuration({ isPast: true });
  expect(row('max_speed').getByText('0.5 m/s')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Edit / })).toBeNull();
  expect(screen.getByRole('button', { name: 'Refresh Data' })).toBeDisabled();
});

it('[DEV-091] edits are kept while tab and device are changed', async () => {
  const { user } = configuration({ address: `?device_serial=${serial}` });
  await user.click(edit('retries'));
  await user.type(screen.getByRole('spinbutton', { name: 'retries' }), '4');
  await user.click(screen.getByRole('tab', { name: 'History' }));
  await screen.findByRole('tab', { name: 'History', selected: true });
  await user.click(screen.getByRole('tab', { name: 'Configuration' }));
  expect(await screen.findByRole('spinbutton', { name: 'retries' })).toHaveValue('34');
  await user.click(screen.getByRole('button', { name: /next/i }));
  expect(screen.queryByRole('spinbutton')).toBeNull();
  await user.click(screen.getByRole('button', { name: /previous/i }));
  expect(screen.getByRole('spinbutton', { name: 'retries' })).toHaveValue('34');
  await user.click(cancel('retries'));
  expect(row('retries').getByText('3')).toBeVisible();
});
