import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { firstValueFrom, ReplaySubject } from 'rxjs';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { guardedHistory } from '#app/console/guardedHistory';
import { PageAddress } from '#app/console/PageAddress';
import { liveClock } from '#edge/clock';
import { eventsBatched } from '#state/events';
import type { HistoryIndex, HistorySource } from '#past/history/historySource';
import type { OpenTimeTravel } from '#past/moments/openTimeTravel';
import { createLeaveGuard } from '#ui/form/leaveGuard';
import { eventsOf } from '../state/eventsOf.ts';
import { banner, isNow, loaded, signedIn } from './aPastConsole.tsx';
import { historyOfTenMinutes, IN_HISTORY } from './historyOfTenMinutes.ts';

beforeAll(loaded);

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
