import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { NEVER } from 'rxjs';
import { beforeAll, expect, it } from 'vitest';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { ConsoleContext } from '#app/ConsoleContext';
import { openTimeTravel } from '#app/past/openTimeTravel';
import { TimeTravelProvider } from '#app/past/TimeTravelProvider';
import { Frame, SignInGate } from '#app/SignInGate';
import { liveClock } from '#edge/clock';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import type { EventPayload } from '#streams/event';
import { eventsOf, reported, ticked, type TimedEvent } from '../../state/eventsOf.ts';
import { idleConsole } from '../../support/idleConsole.ts';
import { renderUi } from '../../support/renderUi.tsx';
import { recordedLog } from './recordedLog.ts';

// What the page loads while it is used.
beforeAll(() =>
  Promise.all([
    Frame.load(),
    import('#app/past/openPast'),
    import('#app/past/TimeTools'),
    import('#app/past/PastBanner'),
    import('#app/past/Timeline'),
  ]),
);

const person = { username: 'an', email: 'an@x.example', first_name: 'An', family_name: 'Peeters', second_factor: false };
const opened: EventPayload = { kind: 'session.opened', profile: { ...person, groups: [] } };
const enrolled: EventPayload = {
  kind: 'session.renewed',
  profile: { ...person, groups: ['user_type:system_admin'], second_factor: true },
  expiresAt: 1e9,
};
/** The first session of an account: the second factor is set up after 20 s. */
const SECONDS: readonly TimedEvent[] = [
  [0, opened],
  [1, { kind: 'page.offline' }],
  ...Array.from({ length: 40 }, (_, second): TimedEvent => [second + 1, ticked, 'log']),
  [20, { kind: 'page.online' }],
  [20, enrolled],
  [21, reported('LF-01', 21)],
];
const FIRST_SESSION = SECONDS.toSorted(([one], [other]) => one - other);

function Address() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output aria-label="Address">{`${pathname}${search}`}</output>
      <button onClick={() => void navigate(-1)}>Browser back</button>
    </>
  );
}

function signedIn(address = '/fleet/state') {
  const events = eventsOf(...FIRST_SESSION);
  const { recorder } = recordedLog(events);
  const liveStore = createLogStore({ devTools: false });
  liveStore.dispatch(eventsBatched(events));
  const travel = openTimeTravel({ recorder, give: () => undefined, liveStore }, { clock: liveClock, frame$: NEVER });
  const Console = () => {
    const [kept] = useState(travel);
    return (
      <TimeTravelProvider travel={kept} liveStore={liveStore}>
        <SignInGate />
      </TimeTravelProvider>
    );
  };
  renderUi(
    <ConsoleContext value={idleConsole}>
      <MemoryRouter initialEntries={[address]}>
        <Console />
        <Address />
      </MemoryRouter>
    </ConsoleContext>,
  );
  return { travel, liveStore };
}

const banner = () => screen.findByRole('status', { name: 'Past' });
const isNow = async () => {
  await expect.poll(() => screen.queryByRole('status', { name: 'Past' })).toBeNull();
  expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/fleet\/state$/);
};

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
