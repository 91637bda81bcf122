import { isByServer } from '#timeline/moment/momentAddress';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useContext } from 'react';
import { firstValueFrom, ReplaySubject } from 'rxjs';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { guardedHistory } from '#app/console/guardedHistory';
import { PageAddress } from '#app/console/PageAddress';
import { liveClock } from '#edge/clock';
import { PlayheadContext, useTimeTravel } from '#hooks/TimeTravelContext';
import { useLiveSelector } from '#hooks/useLiveSelector';
import { eventsBatched } from '#state/events';
import { selectProfile } from '#state/session';
import type { HistoryIndex, HistorySource } from '#past/history/historySource';
import type { OpenTimeTravel } from '#past/moments/openTimeTravel';
import { createLeaveGuard } from '#ui/form/leaveGuard';
import { eventsOf } from '../state/eventsOf.ts';
import { banner, isNow, loaded, signedIn } from './aPastConsole.tsx';
import { historyOfTenMinutes, IN_HISTORY } from './historyOfTenMinutes.ts';

beforeAll(loaded);

const AHEAD_MS = 3_600_000;
/** The console of the session at an address, with its timeline, whose clock is an hour behind the server's. */
const withWrongClock = (address: string) => signedIn(address, { timeline: 'open' }, undefined, undefined, undefined, undefined, AHEAD_MS);

/** Goes to a moment before the second factor was set up, when the page had no network. */
async function beforeTheDoor() {
  const console = signedIn();
  await screen.findByRole('link', { name: 'Dashboard' });
  act(() => console.travel.send({ kind: 'seek', at: 5_000 }));
  await banner();
  return console;
}

it('[DOOR2] a moment before the second factor was set up is shown to who is signed in now, with the rights and the connection of now', async () => {
  const { liveStore } = await beforeTheDoor();
  expect(screen.queryByText(/MFA/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeInTheDocument();
  expect(screen.queryByText(/No internet connection/)).toBeNull();
  act(() => void liveStore.dispatch(eventsBatched(eventsOf([50, { kind: 'page.offline' }]))));
  expect(await screen.findByText(/No internet connection/)).toBeInTheDocument();
});

it('[PERSON3] where another person takes the place of the one who looks at the past, no view shows that moment to the next one', async () => {
  const shown: string[] = [];
  const Probe = () => {
    const { isPast } = useTimeTravel();
    const playhead = useContext(PlayheadContext);
    const username = useLiveSelector(selectProfile)?.username ?? 'nobody';
    shown.push(`${username} ${isPast ? 'past' : 'live'} ${playhead.kind}`);
    return null;
  };
  const { travel, liveStore } = signedIn(undefined, undefined, undefined, undefined, <Probe />);
  act(() => travel.send({ kind: 'seek', at: 5_000 }));
  await expect.poll(() => shown.at(-1)).toBe('an past past');
  const next = { username: 'bo', email: 'bo@x.example', groups: [], second_factor: true };
  const events = eventsOf([50, { kind: 'session.closed' }], [50, { kind: 'session.opened', profile: next }]);
  act(() => void liveStore.dispatch(eventsBatched(events)));
  expect(new Set(shown.filter((line) => line.startsWith('bo')))).toEqual(new Set(['bo live live']));
  // The next person has an own past.
  act(() => travel.send({ kind: 'seek', at: 6_000 }));
  await expect.poll(() => shown.at(-1)).toBe('bo past past');
});

it.each(['l', '{Escape}'])('[DOOR3] %s leads out of the past', async (key) => {
  await beforeTheDoor();
  await userEvent.keyboard(key);
  await isNow();
});

it('[DOOR3] Back leads out of the past, however far the moment has moved', async () => {
  const { travel } = await beforeTheDoor();
  act(() => travel.send({ kind: 'seek', at: 30_000 }));
  await expect.poll(() => screen.getByLabelText('Address').textContent).toMatch(/at=.*30\.000Z/);
  await userEvent.click(screen.getByRole('button', { name: 'Browser back' }));
  await isNow();
});

/** The console at an address of this page, whose Back and Forward are those of the product. */
function inThePage(address: string, server?: HistorySource) {
  window.history.pushState(null, '', '/fleet/state');
  if (address !== '/fleet/state') window.history.pushState(null, '', address);
  const history = guardedHistory(window, createLeaveGuard());
  const routed = (pages: ReactNode) => (
    <HistoryRouter history={history}>
      <PageAddress history={history} clock={liveClock}>
        {pages}
      </PageAddress>
    </HistoryRouter>
  );
  return signedIn(address, {}, routed, server);
}

const address = () => screen.getByLabelText('Address').textContent;
const press = (direction: 'back' | 'forward') => userEvent.click(screen.getByRole('button', { name: `Browser ${direction}` }));

it('[DOOR6] Forward leads again to the moment that Back has left, in its view and as often as it is pressed, until somebody returns to now', async () => {
  const { travel } = inThePage('/fleet/state', historyOfTenMinutes);
  await screen.findByRole('link', { name: 'Dashboard' });
  act(() => travel.send({ kind: 'open', at: IN_HISTORY, view: 'known' }));
  await banner();
  await expect.poll(address).toMatch(/at=.*54%3A01\.000Z&as=known/);
  expect(await banner()).toHaveTextContent('As known then');
  for (let presses = 0; presses < 2; presses += 1) {
    await press('back');
    await isNow();
    await press('forward');
    expect(await banner()).toHaveTextContent('As known then');
    await expect.poll(address).toMatch(/at=.*54%3A01\.000Z&as=known/);
  }
  await userEvent.keyboard('l');
  await isNow();
  await press('back');
  await press('forward');
  await isNow();
});

/** A server whose history answers when `arrives` is called, after which the moment was read. */
function slowServer() {
  const answer$ = new ReplaySubject<HistoryIndex>();
  const server: HistorySource = { ...historyOfTenMinutes, index: () => firstValueFrom(answer$) };
  const arrives = async ({ stateAt }: Pick<OpenTimeTravel, 'stateAt'>) => {
    answer$.next(await historyOfTenMinutes.index({ from: 0, to: 0 }));
    await act(async () => void (await stateAt(IN_HISTORY)));
  };
  return { server, arrives };
}

/** Expects that the page is where it was, in the live state. */
function stays() {
  expect(address()).toBe('/fleet/state');
  expect(screen.queryByRole('status', { name: 'Past' })).toBeNull();
}

const LINK = `/fleet/state?at=${encodeURIComponent(new Date(IN_HISTORY).toISOString())}`;

it('[DOOR6] Back leaves a moment that is still being read, and Forward leads to it', async () => {
  const { server, arrives } = slowServer();
  const { travel } = inThePage(LINK, server);
  await screen.findByText(/^Looking for/);
  await press('back');
  await isNow();
  await arrives(travel);
  stays();
  await press('forward');
  await banner();
  await expect.poll(address).toContain('at=');
});

it("[DOOR6] Back leaves a list's moment that is still being read, which does not come to the page before", async () => {
  const { server, arrives } = slowServer();
  const { travel, user } = inThePage('/fleet/state', server);
  await user.click(await screen.findByRole('link', { name: 'Dashboard' }));
  await expect.poll(address).toBe('/dashboard');
  act(() => travel.send({ kind: 'show', at: IN_HISTORY, clock: 'server' }));
  await press('back');
  await isNow();
  await arrives(travel);
  stays();
});

it('[DOOR6] [UNREAD1] Back leaves a moment that cannot be read now, and the page before keeps its address', async () => {
  const { travel } = inThePage(LINK, {
    ...historyOfTenMinutes,
    index: () => Promise.reject(new Error('away')),
  });
  await screen.findByText(/ cannot be read now\. This is now\.$/);
  await press('back');
  await expect.poll(() => screen.queryByText(/cannot be read now/)).toBeNull();
  expect(address()).toBe('/fleet/state');
  expect(travel.isReading?.()).toBe(false);
});

it('[DOOR5] a link that is followed while the console returns to now is not undone', async () => {
  const { travel } = inThePage('/fleet/state');
  await screen.findByRole('link', { name: 'Dashboard' });
  act(() => travel.send({ kind: 'seek', at: 5_000 }));
  await banner();
  await expect.poll(() => window.location.search).toContain('at=');
  // The page has the other URL, and its screen is not rendered yet.
  window.history.pushState({ idx: 2, key: 'followed', usr: null }, '', '/profile/account');
  act(() => travel.send({ kind: 'live' }));
  expect(window.location.pathname).toBe('/profile/account');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state })));
  await expect.poll(address).toBe('/profile/account');
});

it('[UNREAD1] a moment that is asked for while the code of the past cannot be loaded is named, and can be tried again', async () => {
  let isAway = true;
  const { travel } = signedIn('/fleet/state', {}, undefined, undefined, undefined, async () => {
    if (isAway) throw new Error('away');
    return historyOfTenMinutes;
  });
  await screen.findByRole('link', { name: 'Dashboard' });
  act(() => travel.send({ kind: 'seek', at: IN_HISTORY }));
  await screen.findByText(/ cannot be read now\. This is now\.$/);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByText(/cannot be read now/)).toBeNull();
  act(() => travel.send({ kind: 'seek', at: IN_HISTORY }));
  await screen.findByText(/ cannot be read now\. This is now\.$/);
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await banner();
});

it('[DOOR3] Escape closes what is open first', async () => {
  await beforeTheDoor();
  await userEvent.keyboard('b');
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  await banner();
  await userEvent.keyboard('{Escape}');
  await isNow();
});

it('[PAST23] a link to a moment that this browser does not hold opens now, and says of whom the recording is', async () => {
  signedIn('/fleet/state?at=1969-12-31T23:00:00.000Z&proof=ab&by=Bo+Maes');
  expect(await screen.findByText(/was recorded in another browser, of Bo Maes\. Ask for its file\. This is now\./)).toBeInTheDocument();
  expect(screen.queryByRole('status', { name: 'Past' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await isNow();
});

it.each([
  ['a link that somebody copied', '1970-01-01T01:00:10.000Z&by=An'],
  ['the address of its own page', '1970-01-01T00:00:10.000Z'],
])('[LINK1] [LINK3] a console whose clock is an hour behind opens the moment of %s, and keeps it in the address', async (_, query) => {
  withWrongClock(`/fleet/state?at=${query}`);
  expect(await banner()).toHaveTextContent(':00:10');
  expect(screen.getByLabelText('Address').textContent).toBe(`/fleet/state?at=${query}`);
});

it('[LINK3] a link is verified where the clock of the console is wrong, and is gone from the address with the next moment', async () => {
  const { user } = withWrongClock('/fleet/state?at=1970-01-01T00:00:10.000Z');
  await banner();
  await user.click(await screen.findByRole('button', { name: 'Copy link to this moment' }));
  await expect.poll(() => navigator.clipboard.readText()).toContain('proof=');
  const { search } = new URL(await navigator.clipboard.readText());
  cleanup();
  const { travel } = withWrongClock(`/fleet/state${search}`);
  await expect.poll(() => screen.queryByRole('status', { name: 'Past' })?.textContent).toContain('Verified');
  expect(screen.getByLabelText('Address').textContent).toBe(`/fleet/state${search}`);
  act(() => travel.send({ kind: 'skip', byMs: -2_000 }));
  await expect.poll(() => screen.getByLabelText('Address').textContent).toMatch(/\?at=1970-01-01T00%3A00%3A08\.000Z$/);
});

it('[LINK1] a copied link has the moment by the clock of the server', async () => {
  const { user } = withWrongClock('/fleet/state?at=1970-01-01T00:00:10.000Z');
  await banner();
  await user.click(await screen.findByRole('button', { name: 'Copy link to this moment' }));
  const copied = () => navigator.clipboard.readText();
  await expect.poll(copied).toContain('by=');
  expect(new URL(await copied()).searchParams.get('at')).toBe('1970-01-01T01:00:10.000Z');
});

it('[LINK1] a copied link to a comparison keeps both moments by one clock, and is opened so', async () => {
  const a = '1970-01-01T00:00:05.000Z';
  window.history.replaceState(null, '', `/fleet/state?a=${a}`);
  const { user } = withWrongClock('/fleet/state?at=1970-01-01T00:00:10.000Z');
  await banner();
  await user.click(await screen.findByRole('button', { name: 'Copy link to this moment' }));
  const copied = () => navigator.clipboard.readText();
  await expect.poll(copied).toContain('a=1970');
  window.history.replaceState(null, '', '/');
  const { searchParams } = new URL(await copied());
  expect([searchParams.get('at'), searchParams.get('a')]).toEqual(['1970-01-01T00:00:10.000Z', a]);
  expect(isByServer(searchParams)).toBe(false);
  searchParams.delete('a');
  expect(isByServer(searchParams)).toBe(true);
});
