import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { NEVER } from 'rxjs';
import { expect } from 'vitest';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { ConsoleContext } from '#app/console/ConsoleContext';
import type { PastView } from '#past/history/asKnown';
import type { HistorySource } from '#past/history/historySource';
import { openTimeTravel } from '#past/moments/openTimeTravel';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { TimeTravelProvider } from '#timeline/TimeTravelProvider';
import { PrivateLayout, SignInGate } from '#app/console/SignInGate';
import { liveClock } from '#edge/clock';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import type { EventPayload } from '#streams/event';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { idleConsole } from '../support/idleConsole.ts';
import { aMemory, renderUi } from '../support/renderUi.tsx';
import { someTimelinePorts } from '../support/someTimelinePorts.ts';
import { recordedLog } from '../past/recordedLog.ts';

// The code that the page loads during use.
export const loaded = () =>
  Promise.all([
    PrivateLayout.load(),
    import('#past/moments/openPast'),
    import('#timeline/TimeTools'),
    import('#timeline/PastBanner'),
    import('#timeline/Timeline'),
  ]);

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
      <button onClick={() => void navigate(1)}>Browser forward</button>
    </>
  );
}

const atAddress = (address: string) => (pages: ReactNode) => <MemoryRouter initialEntries={[address]}>{pages}</MemoryRouter>;

/**
 * The console of that session on a screen, as it is after 40 s. `routed` is the router around its pages; `history` is that of a server that tells what came late; `page` is shown in place
 * of the console's screens, `offsetMs` how far the server's clock is ahead. `read` are the views of the past in which the recording was read.
 */
export function signedIn(
  address = '/fleet/state',
  remembered: Readonly<Record<string, string>> = {},
  routed: (pages: ReactNode) => ReactNode = atAddress(address),
  history?: HistorySource,
  page: ReactNode = <SignInGate />,
  openHistory = history === undefined ? undefined : async () => history,
  offsetMs = 0,
) {
  const measured: readonly TimedEvent[] = offsetMs === 0 ? [] : [[0, { kind: 'clock.offsetMeasured', offsetMs }]];
  const events = eventsOf(...measured, ...FIRST_SESSION);
  const { recorder } = recordedLog(events);
  const liveStore = createLogStore({ devTools: false });
  liveStore.dispatch(eventsBatched(events));
  const travel = openTimeTravel(
    {
      recorder,
      codec: recordingCodec,
      sendIntent: () => undefined,
      liveStore,
      ...(openHistory === undefined ? {} : { openHistory, hasViews: true }),
    },
    { clock: liveClock, frame$: NEVER },
  );
  const read: (PastView | undefined)[] = [];
  const recorded = (view?: PastView) => {
    read.push(view);
    return travel.recorded(view);
  };
  const Console = () => {
    const [kept] = useState({ ...travel, recorded });
    return (
      <TimeTravelProvider travel={kept} liveStore={liveStore} ports={someTimelinePorts}>
        {page}
      </TimeTravelProvider>
    );
  };
  const { user } = renderUi(
    <ConsoleContext value={idleConsole}>
      {routed(
        <>
          <Console />
          <Address />
        </>,
      )}
    </ConsoleContext>,
    aMemory(remembered),
  );
  return { travel, liveStore, user, read };
}

export const banner = () => screen.findByRole('status', { name: 'Past' });
export const isNow = async () => {
  await expect.poll(() => screen.queryByRole('status', { name: 'Past' })).toBeNull();
  await expect.poll(() => screen.getByLabelText('Address').textContent).toBe('/fleet/state');
};
