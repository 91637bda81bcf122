import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { DeviceHeaderBar } from '#widgets/DeviceHeaderBar';
import { DevicePicker } from '#widgets/DevicePicker';
import { PreviousNextDevice } from '#widgets/PreviousNextDevice';
import { StopControl } from '#widgets/StopControl';
import { useSelectedSerial } from '#widgets/useSelectedSerial';
import { reported, ticked, vanished, type TimedEvent } from '../state/eventsOf.ts';
import { renderUi } from '../support/renderUi.tsx';
import { aDevice, annaSignedIn, devicesKnown, showing } from './aConsole.tsx';

function Bar() {
  const selected = useSelectedSerial();
  return <DeviceHeaderBar selected={selected} serial={selected.serial} />;
}

/** The head of a device's page: what it says of a device that is not online stands beside Stop. */
function Head() {
  return (
    <>
      <Bar />
      <StopControl serial="LF-01" />
    </>
  );
}

function PlainPicker() {
  return <DevicePicker selected={useSelectedSerial()} hasSteps={false} />;
}

const known: TimedEvent = [1, devicesKnown(aDevice('LF-03', 'Carla'), aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Bella'))];
const signedIn: TimedEvent = [1, annaSignedIn];
const chosen = () => screen.getByRole('combobox', { name: /^Device: / }).getAttribute('aria-label');

it.each([
  ['SHELL-043', '/device/detail?device_serial=LF-02', 'LF-03', 'Device: Bella'],
  ['SHELL-045', '/device/detail', 'LF-03', 'Device: Carla'],
  ['GAP-96', '/device/detail?device_serial=XX-99', 'LF-03', 'Device: Choose a device'],
])('[%s] at %s with %s remembered: %s', (_, address, remembered, name) => {
  showing(<Bar />, { address, remembered: { device_serial: remembered }, events: [known] });
  expect(chosen()).toBe(name);
});

it('[SHELL-044] a device that is shown is remembered, by its address or as the first one; an unknown one is not', () => {
  const rememberedAt = (address: string) => showing(<Bar />, { address, events: [known], intents: [] }).memory.get('device_serial');
  expect(rememberedAt('/x?device_serial=LF-02')).toBe('LF-02');
  expect(rememberedAt('/x?device_serial=XX-99')).toBeUndefined();
  expect(rememberedAt('/x')).toBe('LF-01');
});

it('[DEVS4] at a past moment the remembered device stays, also where that moment lacks it, until another one is selected', async () => {
  const remembered = { device_serial: 'LF-09' };
  const { memory } = showing(<Bar />, { address: '/device/detail', remembered, events: [known] });
  expect(chosen()).toBe('Device: Alba');
  expect(memory.get('device_serial')).toBe('LF-09');
  await userEvent.click(screen.getByRole('button', { name: 'Next device' }));
  expect(memory.get('device_serial')).toBe('LF-02');
});

it('[DEVS4] a link to a device at a past moment does not replace the remembered one', () => {
  const remembered = { device_serial: 'LF-03' };
  const { memory } = showing(<Bar />, { address: '/device/detail?device_serial=LF-02', remembered, events: [known] });
  expect(chosen()).toBe('Device: Bella');
  expect(memory.get('device_serial')).toBe('LF-03');
});

it('[DEV-018] [DEV-007] the next button changes the address and what is remembered, and keeps the rest of the address', async () => {
  const { address, memory } = showing(<Bar />, { address: '/device/detail?tab=history', events: [known] });
  await userEvent.click(screen.getByRole('button', { name: 'Next device' }));
  expect(chosen()).toBe('Device: Bella');
  expect(address()).toBe('/device/detail?tab=history&device_serial=LF-02');
  expect(memory.get('device_serial')).toBe('LF-02');
});

it('[DEV-006] [GAP-80] the previous button wraps at the end', async () => {
  showing(<Bar />, { events: [known] });
  await userEvent.click(screen.getByRole('button', { name: 'Previous device' }));
  expect(chosen()).toBe('Device: Carla');
});

it.each(['Request Control', 'Stop'])('[DEV-008] [GAP-80] arrow keys leave the device while the button %s has the focus', async (name) => {
  showing(
    <>
      <Bar />
      <button type="button">Stop</button>
    </>,
    { events: [known, signedIn, [2, reported('LF-01', 2)]] },
  );
  screen.getByRole('button', { name }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toBe('Device: Alba');
  screen.getByRole('button', { name: 'Next device' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toBe('Device: Bella');
});

it('[DEV-008] [GAP-80] arrow keys step and wrap, but not while a field has the focus', async () => {
  showing(<Bar />, { events: [known] });
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toBe('Device: Bella');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(chosen()).toBe('Device: Carla');
  await userEvent.click(screen.getByRole('searchbox', { name: 'Device name' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toBe('Device: Carla');
});

it('[GAP-80] arrow keys stay with a dialog that has the focus', async () => {
  showing(
    <>
      <Bar />
      <div role="dialog" aria-label="Sure">
        <button type="button">No</button>
      </div>
    </>,
    { events: [known] },
  );
  screen.getByRole('button', { name: 'No' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toBe('Device: Alba');
});

it('[DEV-003] [DEV-004] [DEV-005] the dropdown lists every device by name with the dot of its state, and chooses', async () => {
  const { address } = showing(<Bar />, { events: [known, [2, reported('LF-02', 2)], [2, reported('LF-03', 2)], [3, vanished('LF-03')]] });
  await userEvent.click(screen.getByRole('combobox', { name: 'Device: Alba' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => [option.textContent, option.querySelector('[data-dot]')?.getAttribute('data-dot')])).toEqual([
    ['Not reportingAlbaLF-01', 'red'],
    ['ReportingBellaLF-02', 'green'],
    ['Not reportingCarlaLF-03', 'red'],
  ]);
  await userEvent.click(within(screen.getByRole('listbox')).getByText('Bella'));
  await waitFor(() => expect(address()).toBe('/device/detail?device_serial=LF-02'));
});

it('[DEV-002] the search narrows the dropdown by name, and Enter takes the first found', async () => {
  const { address } = showing(<Bar />, { events: [known] });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Device name' }), 'carl');
  await userEvent.click(screen.getByRole('combobox', { name: 'Device: Alba' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['Not reportingCarlaLF-03']);
  await userEvent.keyboard('{Escape}');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Device name' }), '{Enter}');
  await waitFor(() => expect(address()).toBe('/device/detail?device_serial=LF-03'));
});

it.each([
  ['a second Enter after a choice', 'carl{Enter}{Enter}', 'Device: Carla'],
  ['an Enter that is held', 'carl{Enter>5/}', 'Device: Carla'],
  ['an Enter in an empty search', '{Enter}', 'Device: Bella'],
  ['an Enter after spaces', '  {Enter}', 'Device: Bella'],
])('[DEVS3] %s selects no other device', async (_, keys, name) => {
  showing(<Bar />, { events: [known], address: '/device/detail?device_serial=LF-02' });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Device name' }), keys);
  expect(chosen()).toBe(name);
});

it('[DEV-002] an Enter before the devices are known takes the first found once they are', async () => {
  const { address, learn } = showing(<Bar />, { address: '/device/detail' });
  const search = screen.getByRole('searchbox', { name: 'Device name' });
  await userEvent.type(search, 'carl{Enter}');
  expect(search).toHaveValue('carl');
  learn(known);
  await waitFor(() => expect(address()).toBe('/device/detail?device_serial=LF-03'));
  expect(chosen()).toBe('Device: Carla');
  expect(search).toHaveValue('');
});

it('[DEV-002] an Enter without a word before the devices are known chooses none', async () => {
  const { learn, address } = showing(<PlainPicker />, { intents: [], address: '/device/detail?device_serial=LF-02' });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Device name' }), ' {Enter}');
  learn(known);
  expect(chosen()).toBe('Device: Bella');
  expect(address()).toBe('/device/detail?device_serial=LF-02');
});

it('[DEV-002] typing on after such an Enter chooses nothing yet', async () => {
  const { learn } = showing(<Bar />, { address: '/device/detail' });
  const search = screen.getByRole('searchbox', { name: 'Device name' });
  await userEvent.type(search, 'carl{Enter}a');
  learn(known);
  expect(chosen()).toBe('Device: Alba');
  expect(search).toHaveValue('carla');
});

it('[DEV-009] [DEV-010] [MSG-026] the online banner follows the live reading of the device', () => {
  const { learn } = showing(<Head />, { events: [known] });
  expect(screen.getByText('Device is not online')).toBeVisible();
  learn([2, reported('LF-01', 2)]);
  expect(screen.queryByText('Device is not online')).toBeNull();
  expect(screen.getByText('Online')).toBeVisible();
  learn([3, vanished('LF-01')]);
  expect(screen.getByText('Device is not online')).toBeVisible();
});

it('[STAT1] while nothing comes, banner and dot say that the status is not known, with the age', () => {
  const { learn } = showing(<Head />, { events: [known, [2, reported('LF-01', 2)], [52, ticked]] });
  expect(screen.getByText('Not known whether the device is online')).toBeVisible();
  expect(screen.getByText('50 s old')).toBeVisible();
  expect(screen.getAllByText('Unknown')).not.toEqual([]);
  learn([53, vanished('LF-01')], [53, ticked]);
  expect(screen.getByText('Device is not online')).toBeVisible();
  expect(screen.getByText('Not reporting')).toBeInTheDocument();
});

it('[DEV-011] [DEV-012] [DEV-017] [MSG-027] the control banner names who is in control now', () => {
  const { learn } = showing(<Bar />, { events: [signedIn, known] });
  expect(screen.getByText('You are not in control, in control now: Nobody')).toBeVisible();
  learn([2, reported('LF-01', 2, { controller: 'bert' })]);
  expect(screen.getByText('You are not in control, in control now: bert')).toBeVisible();
  learn([3, reported('LF-01', 3, { controller: 'anna' })]);
  expect(screen.getByText('You are in control')).toBeVisible();
});

it('[GAP-79] pages with search and dropdown only have no steps and no arrow keys', async () => {
  showing(<PlainPicker />, { events: [known] });
  expect(screen.queryByRole('button', { name: 'Next device' })).toBeNull();
  await userEvent.keyboard('{ArrowRight}');
  expect(chosen()).toBe('Device: Alba');
});

it('[KEYS5] steps that are pressed faster than the screen renders begin at the last one, not at a device that is rendered in between', async () => {
  const chosenInTurn: string[] = [];
  const devices = [aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Bella'), aDevice('LF-03', 'Carla'), aDevice('LF-04', 'Dora')];
  const select = (serial: string) => void chosenInTurn.push(serial);
  const view = (serial: string) => <PreviousNextDevice {...{ choices: devices, select, serial }} />;
  const { again, user } = renderUi(view('LF-01'));
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  again(view('LF-02'));
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(chosenInTurn).toEqual(['LF-02', 'LF-03', 'LF-04', 'LF-03', 'LF-02', 'LF-01']);
});

it('[LIST4] [DEV-002] [GAP-79] a narrow window has the search in the open list, so that every device of a large fleet is reached', async () => {
  window.resizeTo(390, 844);
  const many = Array.from({ length: 350 }, (_, at) => aDevice(`LF-${at}`, `Robot ${String(at).padStart(3, '0')}`));
  showing(<PlainPicker />, { events: [[1, devicesKnown(...many)]] });
  await userEvent.click(screen.getByRole('combobox', { name: /^Device: / }));
  expect(screen.getByText('150 more: narrow them by name')).toBeVisible();
  const list = screen.getByRole('listbox', { name: 'Device' });
  const plate = list.parentElement ?? document.body;
  await userEvent.type(within(plate).getByRole('searchbox', { name: 'Device name' }), 'robot 34');
  expect(within(list).getAllByRole('option')).toHaveLength(10);
  expect(screen.queryByText(/narrow them by name/)).toBeNull();
  await userEvent.keyboard('{ArrowDown}');
  expect(list).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chosen()).toBe('Device: Robot 341');
  await userEvent.click(screen.getByRole('combobox', { name: /^Device: / }));
  await userEvent.type(within(document.body).getAllByRole('searchbox', { name: 'Device name' }).at(-1) ?? list, '349{Enter}');
  expect(chosen()).toBe('Device: Robot 349');
  expect(screen.queryByRole('listbox')).toBeNull();
  window.resizeTo(1024, 768);
});
