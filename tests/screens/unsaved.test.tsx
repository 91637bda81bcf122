import { act, screen, within } from '@testing-library/react';
import { type ReactElement, type ReactNode, useContext, useState } from 'react';
import { expect, it } from 'vitest';
import type { EventPayload } from '#streams/event';
import { AddScreen } from '#screens/management/add/AddScreen';
import { DeviceInfoScreen } from '#screens/management/device_info/DeviceInfoScreen';
import { TypesScreen } from '#screens/management/device_types/TypesScreen';
import { SshCredentialsScreen } from '#screens/management/ssh_credentials/SshCredentialsScreen';
import { IntentContext } from '#hooks/IntentContext';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import { createLogStore } from '#state/store';
import { NoteDialog } from '#timeline/notes/NoteDialog';
import { ReportDialog } from '#timeline/ReportDialog';
import { LeaveGuardContext, createLeaveGuard } from '#ui/form/leaveGuard';
import { SaveSpanDialog } from '#widgets/SaveSpanDialog';
import { useShownDevice } from '#widgets/useSelectedSerial';
import { someTravel } from '../support/someTravel.ts';
import { devicesKnown } from '../widgets/aConsole.tsx';
import { alba } from './management/aDeviceInfo.tsx';
import { managing, signedIn, stages, types } from './management/aManagement.tsx';

const AT = Date.parse('2026-03-04T12:00:00Z');
const nothing = () => undefined;
const travel = someTravel({
  isPast: true,
  isPlaying: false,
  hasBanner: true,
  shownAt: () => AT,
  liveStore: createLogStore({ devTools: false }),
});
const known: readonly EventPayload[] = [
  devicesKnown(alba, { ...alba, serial: 'LF-02', name: 'Boris' }),
  types,
  stages,
  signedIn('system_admin'),
];
type User = ReturnType<typeof managing>['user'];

/** A view with the guard of its page. */
function guarded(view: ReactElement, address: string) {
  const guard = createLeaveGuard();
  const shown = managing(
    <TimeTravelContext value={travel}>
      <LeaveGuardContext value={guard}>{view}</LeaveGuardContext>
    </TimeTravelContext>,
    { address, events: known },
  );
  return { ...shown, guard };
}
const press = (name: string) => screen.getByRole('button', { name });
const box = (name: string) => screen.getByRole('textbox', { name });

const span = { from: AT, to: AT + 60_000 };
const note = () => <NoteDialog at={AT} notes={[]} isOnServer={false} put={async () => null} onClose={nothing} />;
const editors: readonly (readonly [name: string, view: () => ReactElement, open: (user: User) => Promise<HTMLElement>])[] = [
  [
    'the metadata of a device',
    () => <DeviceInfoScreen />,
    async (user) => (
      await user.click(press('Edit Metadata')),
      within(screen.getByRole('form', { name: 'Metadata' })).getAllByRole('textbox')[0] ?? document.body
    ),
  ],
  ['the name of a device', () => <DeviceInfoScreen />, async (user) => (await user.click(press('Edit Name')), box('Name'))],
  ['SSH credentials', () => <SshCredentialsScreen />, async () => screen.getAllByRole('textbox', { name: 'Username' })[0] ?? document.body],
  ['a new device', () => <AddScreen />, async () => box('Serial')],
  [
    'the name of a device type',
    () => <TypesScreen />,
    async (user) => (await user.click(press('Update Device Type KOMPANO')), box('Name of KOMPANO')),
  ],
  ['a note', note, async () => box('Note')],
  ['a report', () => <ReportDialog at={AT} isSaving={false} alert={null} onClose={nothing} onSave={nothing} />, async () => box('Note')],
  [
    'the reason of a kept span',
    () => <SaveSpanDialog title="Save" span={span} keep={async () => null} onClose={nothing} onSave={nothing} />,
    async (user) => (await user.click(screen.getByRole('checkbox')), box('Why')),
  ],
];

it.each(editors)('[FORM8] %s that is typed is unsaved, one that is only opened is not', async (_, view, open) => {
  const { user, guard } = guarded(view(), '/management/device_info?device_serial=LF-01');
  const field = await open(user);
  expect(guard.hasUnsaved()).toBe(false);
  await user.type(field, 'x');
  expect(guard.hasUnsaved()).toBe(true);
});

it.each(editors.filter(([name]) => !['SSH credentials', 'a new device'].includes(name)))(
  '[FORM8] Escape on %s that is typed asks first',
  async (_, view, open) => {
    const { user, guard } = guarded(view(), '/management/device_info?device_serial=LF-01');
    await user.type(await open(user), 'x{Escape}');
    expect(guard.isPending()).toBe(true);
  },
);

it.each(['/management/ssh_credentials', '/management/ssh_credentials?device_serial=LF-01'])(
  '[FORM9] at %s, another device waits for the answer, and a No changes nothing, also for the next page',
  async (address) => {
    const { user, guard, memory } = guarded(<SshCredentialsScreen />, address);
    const field = () => screen.getAllByRole('textbox', { name: 'Username' })[0] ?? document.body;
    await user.type(field(), 'mila');
    await user.click(screen.getByRole('combobox', { name: 'Device: Alba' }));
    await user.click(await screen.findByRole('option', { name: /Boris/ }));
    expect([guard.isPending(), memory.get('device_serial')]).toEqual([true, 'LF-01']);
    guard.answer(false);
    expect(field()).toHaveValue('mila');
  },
);

it('[FORM11] another tab of a device waits for the answer while the metadata are typed; No keeps them', async () => {
  const { user, guard } = guarded(<DeviceInfoScreen />, '/management/device_info?device_serial=LF-01');
  await user.click(press('Edit Metadata'));
  const field = () => within(screen.getByRole('form', { name: 'Metadata' })).getAllByRole('textbox')[0] ?? document.body;
  await user.type(field(), 'x');
  const tab = screen.getByRole('tab', { name: 'Connection' });
  await user.click(tab);
  expect([guard.isPending(), tab.getAttribute('aria-selected')]).toEqual([true, 'false']);
  act(() => guard.answer(false));
  expect(field()).toHaveDisplayValue(/x$/);
  await user.click(tab);
  act(() => guard.answer(true));
  expect(tab).toHaveAttribute('aria-selected', 'true');
});

const TopBarDevice = () => <output aria-label="Top bar">{useShownDevice(true)?.name}</output>;
const others = devicesKnown({ ...alba, serial: 'LF-02', name: 'Boris' });
const editedDevice = [
  ['metadata', () => <DeviceInfoScreen />, 'the metadata of a device', '/management/device_info'],
  ['its SSH credentials', () => <SshCredentialsScreen />, 'SSH credentials', '/management/ssh_credentials'],
] as const;

it.each(editedDevice)(
  '[GONE2] %s of a device that somebody else removes stay typed until they are discarded',
  async (_, view, name, path) => {
    const { user, guard, learn } = guarded(view(), `${path}?device_serial=LF-01`);
    const open = editors.find(([each]) => each === name)?.[2];
    const field = (await open?.(user)) ?? document.body;
    await user.type(field, 'x');
    learn(others);
    expect(field).toBeVisible();
    expect(field).toHaveDisplayValue(/x$/);
    await user.clear(field);
    act(() => guard.leave(nothing));
    act(() => guard.answer(true));
    learn(others);
    expect(field).not.toBeInTheDocument();
  },
);

it('[GONE2] SSH credentials of a remembered device that somebody else removes stay typed, and no other device is remembered', async () => {
  const { user, guard, learn, memory } = guarded(
    <>
      <TopBarDevice />
      <SshCredentialsScreen />
    </>,
    '/management/ssh_credentials',
  );
  const field = screen.getAllByRole('textbox', { name: 'Username' })[0] ?? document.body;
  await user.type(field, 'mila');
  learn(others);
  expect(field).toHaveDisplayValue('mila');
  expect([memory.get('device_serial'), screen.getByLabelText('Top bar').textContent]).toEqual(['LF-01', '']);
  act(() => guard.leave(nothing));
  act(() => guard.answer(true));
  expect(field).not.toBeInTheDocument();
  expect([memory.get('device_serial'), screen.getByLabelText('Top bar').textContent]).toEqual(['LF-02', 'Boris']);
});

function Travelling({ children }: { readonly children: ReactNode }) {
  const [isPast, setIsPast] = useState(false);
  const send = useContext(IntentContext);
  return (
    <>
      <IntentContext value={isPast ? null : send}>{children}</IntentContext>
      <button onClick={() => setIsPast(!isPast)}>Travel</button>
    </>
  );
}

it.each([
  [...editedDevice[0], 'There is no device LF-01'],
  [...editedDevice[1], 'Device LF-01 not found'],
] as const)('[GONE2] %s are kept out of sight at a past moment that does not hold the device', async (_, view, name, path, none) => {
  const { user, learn } = guarded(<Travelling>{view()}</Travelling>, `${path}?device_serial=LF-01`);
  const field = (await editors.find(([each]) => each === name)?.[2](user)) ?? document.body;
  await user.type(field, 'x');
  await user.click(press('Travel'));
  learn(others);
  expect(field).not.toBeVisible();
  expect(screen.getByText(none)).toBeVisible();
  learn(...known);
  await user.click(press('Travel'));
  expect(field).toBeVisible();
  expect(field).toHaveDisplayValue(/x$/);
});

it('[GONE2] a device that is gone is not shown while nothing is typed', async () => {
  const { learn } = guarded(<DeviceInfoScreen />, '/management/device_info?device_serial=LF-01');
  learn(others);
  expect(screen.getByText('There is no device LF-01')).toBeVisible();
});
