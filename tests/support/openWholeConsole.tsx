import { act, render } from '@testing-library/react';
import { NEVER, of, VirtualTimeScheduler, type Observable } from 'rxjs';
import { vi } from 'vitest';
import type { Console } from '#app/ConsoleContext';
import { openApp } from '#app/openApp';
import { noStorage } from '#ui/browserStorage';
import type { ConsoleConfig, ServerFeature } from '#contract/config';
import type { Profile } from '#contract/identity';
import { frames } from '#edge/pageState';
import type { HttpRequest, HttpResponse } from '#streams/ports';
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

function consoleOf(features: readonly ServerFeature[]): Console {
  const token = aToken({ expiresAt: START + 3_600_000 });
  return {
    config: { ...config, features: [...features] },
    session: {
      token$: of(token),
      token: () => token,
      profile$: of(admin),
      renew: () => NEVER,
      upkeep$: NEVER,
      signIn: () => new Promise(() => undefined),
      enrolled: nothing,
      signOut: nothing,
      drop: nothing,
    },
    online$: of(true),
    saveFile: () => undefined,
    showBytes: () => ({ address: '', forget: () => undefined }),
    requestOnce: () => new Promise<never>(() => undefined),
  };
}

interface Options {
  readonly address: string;
  readonly features: readonly ServerFeature[];
  readonly answer: (requestOnce: HttpRequest) => Observable<HttpResponse>;
}

/** Renders the console for a system admin at an address, with a server that responds at once. `settle` advances time until nothing changes. */
export async function openWholeConsole({ address, features, answer }: Options) {
  const clock = new VirtualTimeScheduler(undefined, 0);
  clock.now = () => START + clock.frame;
  const ports = fakePorts(clock, { answer, frame$: frames(clock) });
  window.history.replaceState(null, '', address);
  const step = () =>
    act(async () => {
      clock.maxFrames += STEP_MS;
      clock.flush();
    });
  const opening = openApp(consoleOf(features), ports, aRecorder(), noStorage);
  await step();
  const app = await opening;
  const shown = render(<UiProvider remember={aMemory()}>{app}</UiProvider>);
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
  return { ...shown, main, asked: ports.asked, settle };
}
