import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useContext, useState } from 'react';
import { expect, it } from 'vitest';
import { sinceText } from '#domain/errorCodes/errorSince';
import { IntentContext } from '#hooks/IntentContext';
import { DashboardScreen } from '#screens/dashboard/DashboardScreen';
import { reported, ticked, type TimedEvent } from '../../state/eventsOf.ts';
import { showing } from '../../widgets/aConsole.tsx';
import { errorBegan, fleetKnown, NOW, placed } from './aFleet.ts';

const since = (seconds: number) => sinceText((NOW - seconds) * 1_000, NOW * 1_000);
const lede = () => screen.getByText(/in error\./).closest('p')?.textContent;

it('[DASH-002] the newest error is named with its place and beginning, once every beginning is known', () => {
  const { learn } = showing(<DashboardScreen />, { events: [...fleetKnown, ...placed('LF-01')], intents: [] });
  expect(lede()).toBe('2 devices in error. ');
  learn([NOW, errorBegan('LF-01', 120)]);
  expect(lede()).toBe('2 devices in error. ');
  learn([NOW, errorBegan('DV-01', 2_460)]);
  expect(lede()).toBe(`2 devices in error. The newest is Robot LF-01 at De Linde, since ${since(120)}.`);
});

it('[DASH-002] the errors stand newest first, each with its age', () => {
  showing(<DashboardScreen />, { events: [...fleetKnown, [NOW, errorBegan('LF-01', 2_460)], [NOW, errorBegan('DV-01', 120)]] });
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines.slice(0, 2)).toEqual([
    `Robot DV-010x0a010023 Unknown${since(120)}, 2 minNot DeployedStop`,
    `Robot LF-010x03000117 Unknown${since(2_460)}, 41 minNot DeployedStop`,
  ]);
});

it('[SINCE2] an error whose last period is over has no beginning and no age', () => {
  showing(<DashboardScreen />, { events: [...fleetKnown, [NOW, errorBegan('LF-01', 60, true)], [NOW, errorBegan('DV-01', 120)]] });
  expect(line('LF-01')).toHaveTextContent(/^Robot LF-010x03000117 Unknown-Not DeployedStop$/);
  expect(lede()).toBe('2 devices in error. ');
});

it('[DASH-002] one error alone is simply it; a device without a place has none', () => {
  const over = reported('DV-01', NOW, { state: 'idle' });
  showing(<DashboardScreen />, { events: [...fleetKnown, [NOW, over], [NOW, errorBegan('LF-01', 60)], [NOW, ticked]] });
  expect(lede()).toBe(`1 device in error. It is Robot LF-01, since ${since(60)}.`);
});

it('[DASH-002] with more errors than are queried, none is called the newest', () => {
  const more = ['LF-02', 'LF-03'].map((serial): TimedEvent => [NOW, reported(serial, NOW, { current_state: 'error' })]);
  const began = ['LF-01', 'LF-02', 'LF-03'].map((serial): TimedEvent => [NOW, errorBegan(serial, 60)]);
  showing(<DashboardScreen />, { events: [...fleetKnown, ...more, ...began, [NOW, ticked]] });
  expect(lede()).toBe('4 devices in error. ');
});

it('[SINCE3] in the past an error that began while the console was open has its start without any overview', () => {
  const fine = reported('LF-01', NOW - 200, { current_state: 'idle' });
  const failed = reported('LF-01', NOW - 120, { current_state: 'error', error_code: '0x03000117' });
  const over = reported('DV-01', NOW, { state: 'idle' });
  showing(<DashboardScreen />, {
    events: [...fleetKnown, [NOW, over], [NOW, fine], [NOW, failed], ...placed('LF-01'), [NOW, ticked]],
  });
  expect(lede()).toBe(`1 device in error. It is Robot LF-01 at De Linde, since ${since(120)}.`);
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(`${since(120)}, 2 min`);
});

const inError = (serial: string, at = NOW) => reported(serial, at, { current_state: 'error', error_code: '0x03000117' });
const fine = (serial: string) => reported(serial, NOW + 1, { current_state: 'idle' });
const three: readonly TimedEvent[] = [...fleetKnown, [NOW, inError('LF-02')], [NOW, ticked]];
/** The names in the lines of the devices in error. */
const lines = () => screen.getAllByRole('button', { name: /^Stop/ }).map((stop) => stop.closest('li')?.querySelector('a')?.textContent);
const line = (serial: string) => screen.getByText(`Robot ${serial}`, { selector: 'li *' }).closest('li') ?? document.body;

it('[STILL5] no device in error changes its place before every start is known or has failed', () => {
  const { learn } = showing(<DashboardScreen />, { events: three, intents: [] });
  const order = lines();
  learn([NOW, errorBegan('DV-01', 60)]);
  expect(lines()).toEqual(order);
  learn([NOW, errorBegan('LF-01', 120)]);
  // The console saw the error of LF-02 begin.
  expect([order, lines()]).toEqual([
    ['Robot LF-01', 'Robot LF-02', 'Robot DV-01'],
    ['Robot LF-02', 'Robot DV-01', 'Robot LF-01'],
  ]);
});

const threeKnown: readonly TimedEvent[] = [
  ...three,
  [NOW, errorBegan('DV-01', 60)],
  [NOW, errorBegan('LF-01', 120)],
  [NOW, errorBegan('LF-02', 180)],
];
const isOver = (serial: string): readonly TimedEvent[] => [
  [NOW + 1, fine(serial)],
  [NOW + 1, ticked],
];
const begins = (serial: string): readonly TimedEvent[] => [
  [NOW + 1, inError(serial, NOW + 1)],
  [NOW + 1, errorBegan(serial, 0)],
  [NOW + 1, ticked],
];
const stopOf = (serial: string) => within(line(serial)).getByRole('button', { name: /^Stop/ });
/** The line that a phone shows. */
const front = () => document.querySelector('li[data-front] a')?.textContent;

it('[STILL5] while the pointer is in the list each device in error keeps its place, and a further one takes that of one that is over', async () => {
  const user = userEvent.setup();
  const { learn } = showing(<DashboardScreen />, { events: threeKnown, intents: [] });
  expect(lines()).toEqual(['Robot DV-01', 'Robot LF-01', 'Robot LF-02']);
  await user.hover(line('DV-01'));
  learn(...isOver('LF-01'));
  expect(lines()).toEqual(['Robot DV-01', 'Robot LF-01', 'Robot LF-02']);
  expect(line('LF-01')).toHaveTextContent('Robot LF-01No longer in errorStop');
  learn(...begins('LF-03'));
  expect(lines()).toEqual(['Robot DV-01', 'Robot LF-03', 'Robot LF-02']);
  await user.hover(document.body);
  expect(lines()).toEqual(['Robot LF-03', 'Robot DV-01', 'Robot LF-02']);
});

it('[STILL5] the line under the pointer stays when its device is over, with the Stop on which a press has begun; the further ones are counted', async () => {
  const user = userEvent.setup();
  const { learn } = showing(<DashboardScreen />, { events: threeKnown, intents: [] });
  await user.hover(line('LF-01'));
  const pressed = stopOf('LF-01');
  learn(...isOver('LF-01'), ...begins('LF-03'));
  expect(lines()).toEqual(['Robot DV-01', 'Robot LF-01', 'Robot LF-02']);
  expect(stopOf('LF-01')).toBe(pressed);
  expect(screen.getByText('and 1 more')).toBeVisible();
});

it('[STILL5] a press by finger keeps the places until its click', () => {
  const { learn } = showing(<DashboardScreen />, { events: threeKnown, intents: [] });
  const stop = stopOf('DV-01');
  const touch = { pointerType: 'touch' };
  fireEvent.pointerOver(stop, touch);
  fireEvent.pointerDown(stop, touch);
  learn(...begins('LF-03'), ...isOver('DV-01'));
  fireEvent.pointerUp(stop, touch);
  fireEvent.pointerOut(stop, touch);
  expect(lines()).toEqual(['Robot DV-01', 'Robot LF-01', 'Robot LF-02']);
  fireEvent.click(stop);
  expect(lines()).toEqual(['Robot LF-03', 'Robot LF-01', 'Robot LF-02']);
});

it.each([
  ['that scrolls', () => fireEvent.pointerCancel(line('LF-01'), { pointerType: 'touch' })],
  ['that comes elsewhere', () => fireEvent.pointerDown(document.body, { pointerType: 'touch' })],
])('[STILL5] a finger %s keeps no places', (_, end) => {
  const { learn } = showing(<DashboardScreen />, { events: threeKnown, intents: [] });
  fireEvent.pointerOver(line('LF-01'), { pointerType: 'touch' });
  end();
  learn(...isOver('LF-02'), ...begins('LF-03'));
  expect(lines()).toEqual(['Robot LF-03', 'Robot DV-01', 'Robot LF-01']);
});

it('[STILL5] the focus keeps no places, and stays at the Stop of its device', () => {
  const { learn } = showing(<DashboardScreen />, { events: threeKnown, intents: [] });
  act(() => stopOf('DV-01').focus());
  learn(...isOver('LF-02'), ...begins('LF-03'));
  expect(lines()).toEqual(['Robot LF-03', 'Robot DV-01', 'Robot LF-01']);
  expect(stopOf('DV-01')).toHaveFocus();
});

it('[STILL5] a phone shows the line under the pointer, otherwise the first device in error, and how many more there are', async () => {
  const user = userEvent.setup();
  const { learn } = showing(<DashboardScreen />, { events: threeKnown, intents: [] });
  expect([front(), screen.getByText('and 2 more')]).toEqual(['Robot DV-01', expect.anything()]);
  await user.hover(line('DV-01'));
  learn(...isOver('DV-01'));
  expect([front(), screen.getByText('and 2 more')]).toEqual(['Robot DV-01', expect.anything()]);
  fireEvent.pointerOver(screen.getByText('and 2 more'), { pointerType: 'mouse' });
  expect([front(), screen.getByText('and 1 more')]).toEqual(['Robot LF-01', expect.anything()]);
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

it('[STILL5] no place is kept at a past moment, nor from one', async () => {
  const user = userEvent.setup();
  const { learn } = showing(
    <Travelling>
      <DashboardScreen />
    </Travelling>,
    { events: threeKnown, intents: [] },
  );
  await user.hover(line('DV-01'));
  const travel = () => fireEvent.click(screen.getByRole('button', { name: 'Travel' }));
  travel();
  learn(...isOver('LF-01'));
  expect(lines()).toEqual(['Robot DV-01', 'Robot LF-02']);
  learn(...begins('LF-03'));
  travel();
  expect(lines()).toEqual(['Robot LF-03', 'Robot DV-01', 'Robot LF-02']);
});
