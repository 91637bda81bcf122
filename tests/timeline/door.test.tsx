import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { unstable_HistoryRouter as HistoryRouter } from 'react-router-dom';
import { beforeAll, expect, it } from 'vitest';
import { guardedHistory } from '#app/console/guardedHistory';
import { PageAddress } from '#app/console/PageAddress';
import { liveClock } from '#edge/clock';
import { eventsBatched } from '#state/events';
import { createLeaveGuard } from '#ui/form/leaveGuard';
import { eventsOf } from '../state/eventsOf.ts';
import { banner, isNow, loaded, signedIn } from './aPastConsole.tsx';

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

it('[DOOR6] Forward leads again to the moment that Back has left, as often as it is pressed, until somebody returns to now', async () => {
  const { travel } = await beforeTheDoor();
  act(() => travel.send({ kind: 'seek', at: 30_000 }));
  await expect.poll(() => screen.getByLabelText('Address').textContent).toMatch(/at=.*30\.000Z/);
  for (let press = 0; press < 2; press += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Browser back' }));
    await isNow();
    await userEvent.click(screen.getByRole('button', { name: 'Browser forward' }));
    await banner();
    expect(screen.getByLabelText('Address')).toHaveTextContent(/at=.*30\.000Z/);
  }
  await userEvent.keyboard('l');
  await isNow();
});

it('[DOOR5] a link that is followed while the console returns to now is not undone', async () => {
  window.history.replaceState(null, '', '/fleet/state');
  const history = guardedHistory(window, createLeaveGuard());
  const { travel } = signedIn('/fleet/state', {}, (pages) => (
    <HistoryRouter history={history}>
      <PageAddress history={history} clock={liveClock}>
        {pages}
      </PageAddress>
    </HistoryRouter>
  ));
  await screen.findByRole('link', { name: 'Dashboard' });
  act(() => travel.send({ kind: 'seek', at: 5_000 }));
  await banner();
  await expect.poll(() => window.location.search).toContain('at=');
  // The page has the other URL, and its screen is not rendered yet.
  window.history.pushState({ idx: 2, key: 'followed', usr: null }, '', '/profile/account');
  act(() => travel.send({ kind: 'live' }));
  expect(window.location.pathname).toBe('/profile/account');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state })));
  await expect.poll(() => screen.getByLabelText('Address').textContent).toBe('/profile/account');
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
