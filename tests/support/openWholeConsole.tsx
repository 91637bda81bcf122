import { act, render } from '@testing-library/react';
import { concat, map, NEVER, of, VirtualTimeScheduler, type Observable, type SchedulerLike } from 'rxjs';
import { vi } from 'vitest';
import type { Console } from '#app/console/ConsoleContext';
import { openApp } from '#app/openApp';
import { noStorage, type BrowserStorage } from '#ui/browserStorage';
import type { ConsoleConfig, ServerFeature } from '#contract/config';
import type { Profile } from '#contract/identity';
import { frames } from '#edge/pageSignals';
import type { HttpRequest, HttpResponse, Ports, SocketEvent } from '#streams/ports';
import { UiProvider } from '#ui/UiProvider';
import { aRecorder } from './aRecorder.ts';
import { aToken, fakePorts } from './fakePorts.ts';
import { aMemory } from './renderUi.tsx';

/** Start of a console's virtual time. */
const START = Date.parse('2026-03-04T13:05:10Z');
/** Long enough for a screen's first requests, shorter than any poll interval, in ms. */
const STEP_MS = 100;

const config: ConsoleConfig = {
  company: 'Serra Robotics',
  product: 'Orangery',
  api_root: '/api',
  websocket_address: '',
  oidc: { authority: '', client_id: '', admin_scope: '', popup_isolated: false },
  live_data_graphs_url: 'https://graphs.example/',
  device_text_logs_url: 'https://logs.example/',
  default_organisation_id: 'A0',
  version: '1.4.0',
  features: [],
};
const admin: Profile = { username: 'A0', email: 'an@serrarobotics.example', groups: ['user_type:system_admin'], second_factor: true };

const nothing = async () => undefined;

function consoleOf(features: readonly ServerFeature[], profile$: Observable<Profile | null>): Console {
  const token = aToken({ expiresAt: START + 3_600_000 });
  return {
    config: { ...config, features: [...features] },
    session: {
      token$: of(token),
      token: () => token,
      profile$,
      renew: () => NEVER,
      upkeep$: NEVER,
      signIn: () => new Promise(() => undefined),
      recheck: () => Promise.resolve(),
      enrolled: nothing,
      signOut: nothing,
      drop: nothing,
    },
    online$: of(true),
    requestOnce: () => new Promise<never>(() => undefined),
  };
}

interface Options {
  readonly address: string;
  readonly features: readonly ServerFeature[];
  readonly answer: (requestOnce: HttpRequest) => Observable<HttpResponse>;
  readonly pushes$?: (clock: SchedulerLike) => Observable<string>;
  readonly remember?: BrowserStorage;
  /** Who is signed in; a system admin by default. */
  readonly profile$?: Observable<Profile | null>;
}

/** Renders the console at an address, with a server that responds at once. `settle` advances time until nothing changes. `pushes$` are frames of the socket. */
export async function openWholeConsole({ address, features, answer, pushes$, remember = noStorage, profile$ = of(admin) }: Options) {
  const clock = new VirtualTimeScheduler(undefined, 0);
  clock.now = () => START + clock.frame;
  const opened: SocketEvent = { kind: 'opened', send: () => undefined };
  const openSocket: Ports['openSocket'] = () =>
    pushes$ === undefined ? NEVER : concat(of(opened), pushes$(clock).pipe(map((text): SocketEvent => ({ kind: 'frame', text }))), NEVER);
  const ports = fakePorts(clock, { answer, openSocket, frame$: frames(clock) });
  window.history.replaceState(null, '', address);
  const advance = (ms: number) =>
    act(async () => {
      clock.maxFrames += ms;
      clock.flush();
    });
  const step = () => advance(STEP_MS);
  const recorder = aRecorder();
  const opening = openApp(consoleOf(features, profile$), ports, { recorder, remember: { ...remember, newest: remember.get }, address });
  await step();
  const app = await opening;
  const shown = render(<UiProvider remember={remember === noStorage ? aMemory() : remember}>{app}</UiProvider>);
  // Gate, frame and screen are imported one after the other. Within `act`, so that React renders what was loaded.
  for (const _ of ['gate', 'frame', 'screen']) await act(() => vi.dynamicImportSettled());
  const main = shown.container.querySelector('main');
  if (main === null) throw new Error(`${address} has no main part.`);
  const settle = async () => {
    let before: string | undefined;
    for (let round = 0; round < 20; round += 1) {
      await step();
      const now = `${ports.asked.length} ${shown.container.innerHTML.length}`;
      if (now === before) return;
      before = now;
    }
  };
  await settle();
  return { ...shown, main, asked: ports.asked, settle, advance, recorder };
}
