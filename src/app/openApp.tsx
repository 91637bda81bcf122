import type { ReactNode } from 'react';
import { filter, firstValueFrom, from } from 'rxjs';
import { createBrowserPush } from '#edge/browserPush';
import { openBookmarkOutbox } from '#edge/bookmarkOutbox';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import type { Memory } from '#edge/browserMemory';
import { liveClock } from '#edge/clock';
import { livePorts, type LivePorts } from '#edge/livePorts';
import type { Session } from '#edge/session';
import { PushContext } from '#hooks/PushContext';
import { DeviceHistoryContext } from '#hooks/DeviceHistoryContext';
import { type OwnAccount, OwnAccountContext } from '#hooks/OwnAccountContext';
import { RecordingContext } from '#hooks/RecordingContext';
import { selectProfile, selectRole, selectSession } from '#state/session';
import type { ConsoleConfig } from '#contract/config';
import { requestOnce } from '#streams/query/requestOnce';
import type { Ports } from '#streams/ports';
import type { ReadDeviceHistory } from '#domain/history/deviceHistory';
import type { FlightRecorder } from '#past/recorder/flightRecorder';
import { OpenMenu } from '#ui/Menu';
import type { Role } from '#domain/people/rights';
import { homeOf } from './console/access.ts';
import { openFailedStopMemory } from './console/failedStopMemory.ts';
import { App } from './console/App.tsx';
import type { Console } from './console/ConsoleContext.ts';
import { openTimeTravel } from '#past/moments/openTimeTravel';
import { switchedRecorder } from './recorder/recordingSwitch.ts';
import { routes } from './console/routes.ts';
import { PrivateLayout } from './console/SignInGate.tsx';
import { startLog } from './console/start.ts';
import { loadAccountNames } from './console/timelinePorts.ts';

/** Creates the ports of this page. */
export const openPorts = (config: ConsoleConfig, session: Session): LivePorts =>
  livePorts({ config, session, page: window, clock: liveClock });

/** Sends one request that is not recorded in the event log; used by the steps of the sign-in. */
export const requestOnceAsPromise =
  (ports: Ports): Console['requestOnce'] =>
  (request, body) =>
    firstValueFrom(requestOnce(ports, request, body));

/** Downloads the parts of the first render for a URL of the console, in parallel. The view that needs a part retries a failed download. */
async function loadFirst(address: string, role: Role | null): Promise<void> {
  const { pathname } = new URL(address, 'http://console');
  const path = pathname === '/' ? homeOf(routes, role) : pathname;
  const screen = routes.find((row) => row.path === path)?.screen;
  await Promise.allSettled([PrivateLayout.load(), screen?.load()]);
}

/** Downloads the screens on which a device can be stopped, then the menus, so users need not wait for a download or for the network when they need these. */
export async function loadAhead(): Promise<void> {
  await Promise.allSettled(routes.flatMap(({ screen, hasStop }) => (hasStop === true ? screen.load() : [])));
  await Promise.allSettled([OpenMenu.load()]);
}

/**
 * Opens ports, log, recorder and time travel together, and loads the layout and the first screen; returns the app for a URL once the state of the session is
 * known. Call it once.
 */
export async function openApp(
  console: Console,
  ports: Ports,
  { recorder: given, remember, address }: { readonly recorder: FlightRecorder; readonly remember: Memory; readonly address: string },
): Promise<ReactNode> {
  const recorder = switchedRecorder(given, remember);
  const running = startLog(console, ports, { recorder, failedStops: openFailedStopMemory(remember) });
  // Before the first session event, the store has no signed-in user, so the sign-in page would be shown briefly.
  const state = await firstValueFrom(from(running.store).pipe(filter((s) => selectSession(s).phase !== 'unknown')));
  if (selectProfile(state)?.second_factor === true) await loadFirst(address, selectRole(state));
  const hasOverviews = console.config.features.includes('history_steps');
  const openHistory = async () =>
    (await import('./console/historySource.ts')).createHistorySource(
      (request) => firstValueFrom(requestOnce(ports, request)),
      hasOverviews,
    );
  const hasHistory = console.config.features.includes('history');
  const keepsBookmarks = console.config.features.includes('bookmarks');
  const outbox = openBookmarkOutbox(window, () => ports.clock.now());
  const openBookmarks = async () => {
    const { createBookmarkServer } = await import('./console/bookmarkServer.ts');
    const server = createBookmarkServer((request, body) => firstValueFrom(requestOnce(ports, request, body)));
    return { server, outbox, newId: () => window.crypto.randomUUID() };
  };
  const bookmarks = { open: openBookmarks, hasWaiting: (username: string) => outbox.changes(username).length > 0 };
  const readDeviceHistory: ReadDeviceHistory = async (question) => {
    const { createDeviceHistory } = await import('./console/deviceHistorySource.ts');
    return createDeviceHistory((request) => firstValueFrom(requestOnce(ports, request)))(question);
  };
  const travel = openTimeTravel(
    {
      recorder,
      codec: recordingCodec,
      sendIntent: running.sendIntent,
      liveStore: running.store,
      ...(hasHistory ? { openHistory, hasOverviews, hasViews: console.config.features.includes('history_views') } : {}),
      ...(keepsBookmarks ? { bookmarks } : {}),
    },
    ports,
  );
  let account: Promise<OwnAccount> | null = null;
  const loadAccount = async () =>
    (await import('./console/ownAccount.ts')).createOwnAccount({
      ports,
      store: running.store,
      events$: running.events$,
      remember,
      page: window,
      names: loadAccountNames,
    });
  const openAccount = () => {
    account ??= loadAccount();
    // The next view that needs the account retries a failed download.
    account.catch(() => {
      account = null;
    });
    return account;
  };
  // The shown moment is deleted together with all other recorded moments.
  const leaveDeleted = () => {
    if (!recorder.isOn$.value) travel.send({ kind: 'live' });
  };
  const turn = (isOn: boolean) => {
    recorder.turn(isOn);
    leaveDeleted();
  };
  window.addEventListener('storage', () => {
    const wasOn = recorder.isOn$.value;
    recorder.follow();
    if (wasOn) leaveDeleted();
  });
  return (
    <RecordingContext value={{ isOn$: recorder.isOn$, status$: recorder.status$, turn }}>
      <PushContext value={createBrowserPush(window)}>
        <DeviceHistoryContext value={hasHistory ? readDeviceHistory : null}>
          <OwnAccountContext value={console.config.features.includes('session_accounts') ? openAccount : null}>
            <App running={running} travel={travel} console={console} />
          </OwnAccountContext>
        </DeviceHistoryContext>
      </PushContext>
    </RecordingContext>
  );
}

/** Starts the replay in an element. The call is in this file so that the build can share code between both without another chunk in the first load. */
export const openReplay = async (root: HTMLElement): Promise<void> => (await import('./replay/bootReplay.ts')).bootReplay(root);
