import { act, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { sinceText } from '#domain/errorCodes/errorSince';
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

it.each([
  ['the pointer', async (user: UserEvent) => user.hover(line('DV-01')), async (user: UserEvent) => user.hover(document.body)],
  ['the focus', async () => line('DV-01').querySelector('a')?.focus(), async () => screen.getByText('Elsewhere').focus()],
] as const)(
  '[STILL5] while %s is in the list each device in error keeps its place, also one that is not in error any more',
  async (_, enter, leave) => {
    const user = userEvent.setup();
    const { learn } = showing(
      <>
        <DashboardScreen />
        <button>Elsewhere</button>
      </>,
      { events: [...three, [NOW, errorBegan('DV-01', 60)], [NOW, errorBegan('LF-01', 120)], [NOW, errorBegan('LF-02', 180)]], intents: [] },
    );
    expect(lines()).toEqual(['Robot DV-01', 'Robot LF-01', 'Robot LF-02']);
    await act(async () => enter(user));
    learn([NOW + 1, fine('LF-01')], [NOW + 1, inError('LF-03', NOW + 1)], [NOW + 1, errorBegan('LF-03', 0)], [NOW + 1, ticked]);
    expect(
      screen
        .getAllByRole('listitem')
        .slice(0, 3)
        .map((item) => item.querySelector('a')?.textContent),
    ).toEqual(['Robot DV-01', 'Robot LF-01', 'Robot LF-02']);
    expect(line('LF-01')).toHaveTextContent('Robot LF-01No longer in error');
    expect(lines()).toEqual(['Robot DV-01', 'Robot LF-02']);
    await act(async () => leave(user));
    expect(lines()).toEqual(['Robot LF-03', 'Robot DV-01', 'Robot LF-02']);
  },
);
