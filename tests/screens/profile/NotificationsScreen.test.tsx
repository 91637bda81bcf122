import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Device } from '#contract/devices/device';
import { getMobilePushState, getNotificationSettings, postNotificationSettings } from '#contract/notification';
import { getDeployments, getLocations } from '#contract/place';
import { NotificationsScreen } from '#screens/profile/notifications/NotificationsScreen';
import { ProductNamesContext } from '#hooks/productNames';
import type { EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import type { TimedEvent } from '../../state/eventsOf.ts';
import { aDevice, answered, devicesKnown, showing } from '../../widgets/aConsole.tsx';

const settings = (on: readonly string[], off: readonly string[] = []): EventPayload => {
  const entries = [...on.map((serial) => [serial, { mobile_push: true }]), ...off.map((serial) => [serial, { mobile_push: false }])];
  return answered(getNotificationSettings, { settings: Object.fromEntries(entries) });
};
const subscriptions = (nr_active_subscriptions: number) => answered(getMobilePushState, { nr_active_subscriptions });
const placed = (serial: string, location_id: string) => ({
  id: serial,
  device_serial: serial,
  location_id,
  creation_date: '2026-01-01T00:00:00Z',
});
const places: readonly EventPayload[] = [
  answered(getDeployments, { total: 3, results: [placed('S-2', 'l-b'), placed('S-1', 'l-b'), placed('S-3', 'l-a')] }),
  answered(getLocations, {
    total: 2,
    results: [
      { id: 'l-a', name: 'Aalst', owned_by: 'o', timezone: 'Europe/Brussels' },
      { id: 'l-b', name: 'Boom', owned_by: 'o', timezone: 'Europe/Brussels' },
    ],
  }),
];
const four = devicesKnown(aDevice('S-4', 'Dora'), aDevice('S-2', 'Bora'), aDevice('S-1', 'Alba'), aDevice('S-3', 'Cora'));
const many = (count: number): readonly Device[] => Array.from({ length: count }, (_, at) => aDevice(`S-${at}`, `Robot ${at}`));
const serials = (count: number) => many(count).map(({ serial }) => serial);

function notifications(events: readonly EventPayload[], { isPast = false } = {}) {
  const intents: Intent[] = [];
  const view = (
    <ProductNamesContext value={{ company: 'Serra Robotics', product: 'Orangery' }}>
      <NotificationsScreen />
    </ProductNamesContext>
  );
  const shown = showing(view, {
    address: '/profile/notifications',
    events: events.map((one): TimedEvent => [1, one]),
    ...(isPast ? {} : { intents }),
  });
  const saved = () =>
    intents.flatMap((intent) =>
      intent.kind === 'query.requested' && intent.request.call === postNotificationSettings.name ? [intent.body] : [],
    );
  const query = () =>
    intents.filter((intent) => intent.kind === 'query.requested' && intent.request.call === getNotificationSettings.name).length;
  return { ...shown, intents, saved, query, user: userEvent.setup() };
}
const box = (serial: string) => screen.getByRole('checkbox', { name: new RegExp(`${serial}$`) });
const rowOf = (serial: string) => screen.getByRole('row', { name: new RegExp(serial) });
const asking = (call: { readonly name: string }): EventPayload => ({ kind: 'request.started', key: call.name, call: call.name });

it('[PROF-006] [PROF-007] [PROF-008] devices that can notify are in a table; others and decommissioned ones are not', () => {
  const panel = { ...aDevice('UV-1', 'Panel'), device_type: 'UVP01' };
  const old = { ...aDevice('S-9', 'Old'), life_cycle_stage: 'DECOMMISSIONED' };
  notifications([devicesKnown(aDevice('S-1', 'Alba'), panel, old), settings([])]);
  const table = screen.getByRole('table', { name: 'Notifications by device' });
  expect(within(table).getAllByRole('checkbox')).toHaveLength(1);
  expect(rowOf('S-1').textContent).toContain('Alba');
});

it('[PROF-009] [PROF-010] [PROF-011] [PROF-014] by location, then name, those without a location last, each with a checkbox', () => {
  notifications([four, ...places, settings(['S-3'])]);
  const boxes = screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent?.slice(-3));
  expect(boxes).toEqual(['S-3', 'S-1', 'S-2', 'S-4']);
  expect(['S-1', 'S-2', 'S-3', 'S-4'].map((serial) => box(serial).matches(':checked'))).toEqual([false, false, true, false]);
  expect(rowOf('S-4').textContent).toContain('Not Deployed');
});

it('[PROF-015] [CALL-029] a click saves the one device at once and asks for the settings again when it is saved', async () => {
  const { user, saved, query, learn } = notifications([four, ...places, settings(['S-3'])]);
  await user.click(box('S-1'));
  expect(saved()).toEqual([{ 'S-1': { mobile_push: true } }]);
  expect(box('S-1')).toBeChecked();
  learn([2, asking(postNotificationSettings)]);
  expect(query()).toBe(0);
  learn([3, answered(postNotificationSettings, { success: true })]);
  expect(query()).toBe(1);
  learn([4, asking(getNotificationSettings)]);
  learn([5, settings(['S-3', 'S-1'])]);
  expect(box('S-1')).toBeChecked();
});

it('[PROF-015] two quick clicks are both kept: the second is saved when the first has been', async () => {
  const { user, saved, query, learn } = notifications([four, settings([])]);
  await user.click(box('S-1'));
  learn([2, asking(postNotificationSettings)]);
  await user.click(box('S-2'));
  await user.click(box('S-3'));
  expect([box('S-1'), box('S-2'), box('S-3')].every((one) => one.matches(':checked'))).toBe(true);
  learn([3, answered(postNotificationSettings, { success: true })]);
  expect(saved()).toEqual([{ 'S-1': { mobile_push: true } }, { 'S-2': { mobile_push: true }, 'S-3': { mobile_push: true } }]);
  expect(query()).toBe(0);
  learn([4, asking(postNotificationSettings)]);
  learn([5, { kind: 'request.unchanged', key: postNotificationSettings.name, call: postNotificationSettings.name }]);
  expect(query()).toBe(1);
  expect(box('S-2')).toBeChecked();
});

it('[PROF-015] a click that waits is saved also when the person leaves at once, and nothing is when none waits', async () => {
  const { user, saved, learn, unmount } = notifications([four, settings([])]);
  await user.click(box('S-1'));
  learn([2, asking(postNotificationSettings)]);
  await user.click(box('S-2'));
  unmount();
  expect(saved()).toEqual([{ 'S-1': { mobile_push: true } }, { 'S-2': { mobile_push: true } }]);
  const other = notifications([four, settings([])]);
  await other.user.click(box('S-1'));
  other.unmount();
  expect(other.saved()).toEqual([{ 'S-1': { mobile_push: true } }]);
});

it('[PROF-015] a refused change raises a message, and its settings are shown again', async () => {
  const { user, query, learn, intents } = notifications([four, settings([])]);
  await user.click(box('S-1'));
  const failure = { status: 400, message: 'Invalid: At most 75 devices can send notifications; these would be 76.' };
  learn([2, asking(postNotificationSettings)]);
  learn([3, { kind: 'request.failed', key: postNotificationSettings.name, call: postNotificationSettings.name, failure }]);
  expect(intents).toContainEqual({
    kind: 'alert.raised',
    tone: 'warning',
    text: 'At most 75 devices can send notifications; these would be 76.',
  });
  expect(query()).toBe(1);
  learn([4, asking(getNotificationSettings)]);
  learn([5, { kind: 'request.unchanged', key: getNotificationSettings.name, call: getNotificationSettings.name }]);
  expect(box('S-1')).not.toBeChecked();
});

it.each([
  [0, 'No answer came. The change may be saved all the same.'],
  [200, 'The answer could not be read. The change may be saved all the same.'],
])('[PROF-015] [ANY12] without an answer that can be read (%i) nobody knows whether it was saved', async (status, text) => {
  const { user, learn, intents } = notifications([four, settings([])]);
  await user.click(box('S-1'));
  learn([2, asking(postNotificationSettings)]);
  learn([
    3,
    {
      kind: 'request.failed',
      key: postNotificationSettings.name,
      call: postNotificationSettings.name,
      failure: { status, message: '' },
    },
  ]);
  expect(intents).toContainEqual({ kind: 'alert.raised', tone: 'warning', text });
});

it('[PROF-016] [PROF-017] [CONST-012] with 75 selected a further device cannot be enabled, and an enabled one can be disabled', async () => {
  const { user, saved } = notifications([devicesKnown(...many(77)), settings(serials(75))]);
  expect(box('S-75')).toBeDisabled();
  expect(box('S-3')).toBeEnabled();
  await user.click(box('S-3'));
  expect(saved()).toEqual([{ 'S-3': { mobile_push: false } }]);
  expect(box('S-75')).toBeEnabled();
});

it.each([
  [70, 0],
  [71, 1],
  [77, 1],
])(
  '[PROF-018] [PROF-019] [CONST-013] [MSG-091] [GAP-110] with %d selected the warning stands %d times, with the real number',
  (count, times) => {
    notifications([devicesKnown(...many(80)), settings(serials(count))]);
    const text = `You have already selected ${count} devices to receive notifications, the max is 75`;
    expect(screen.queryAllByText(text)).toHaveLength(times);
  },
);

it('[PROF-016] [PROF-018] selected devices that are not in the table count, too', async () => {
  const old = { ...aDevice('S-74', 'Old'), life_cycle_stage: 'DECOMMISSIONED' };
  const { user } = notifications([devicesKnown(...many(74), old, aDevice('S-80', 'Zora')), settings([...serials(74), 'S-74'], ['S-80'])]);
  expect(screen.getByText('You have already selected 75 devices to receive notifications, the max is 75')).toBeVisible();
  expect(screen.getByText('75 selected')).toBeVisible();
  expect(box('S-80')).toBeDisabled();
  await user.click(box('S-3'));
  expect(screen.getByText('74 selected')).toBeVisible();
  expect(box('S-80')).toBeEnabled();
});

it('[SAVED2] [PROF-015] a change that the server does not make raises a message', async () => {
  const { user, learn, intents } = notifications([four, settings([])]);
  await user.click(box('S-1'));
  learn([2, asking(postNotificationSettings)]);
  learn([3, answered(postNotificationSettings, { success: false })]);
  expect(intents).toContainEqual({ kind: 'alert.raised', tone: 'warning', text: 'The change was not saved.' });
});

it.each([
  [0, 1],
  [1, 0],
])('[PROF-020] [MSG-092] [CALL-030] with %d subscriptions the note stands %d times', (count, times) => {
  notifications([four, settings([]), subscriptions(count)]);
  const text = 'No subscriptions found, are the notifications enabled in your Serra Robotics Application?';
  expect(screen.queryAllByText(text)).toHaveLength(times);
});

it('[CALL-028] before the settings are known nothing can be changed; nor in the past', () => {
  notifications([four]).unmount();
  notifications([four, settings(['S-1'])], { isPast: true });
  expect(box('S-1')).toBeChecked();
  expect(screen.getAllByRole('checkbox').filter((one) => !one.matches(':disabled'))).toEqual([]);
});

it('[PROF-006] a search leaves the devices that are called so; the number of selected ones stays', async () => {
  const { user } = notifications([four, settings(['S-1', 'S-2'])]);
  await user.type(screen.getByRole('searchbox', { name: 'Search devices' }), 'cora');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  expect(screen.getByText('2 selected')).toBeVisible();
});

it('[RULE-113] [CALL-028] settings that cannot be asked again stay and say that they are old, until they are asked again', async () => {
  const { user, query, learn } = notifications([four, settings(['S-1'])]);
  const { name } = getNotificationSettings;
  learn([2, { kind: 'request.failed', key: name, call: name, failure: { status: 500, message: '' } }]);
  expect(screen.getByText('Not up to date')).toBeVisible();
  expect(box('S-1')).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(query()).toBe(1);
});
