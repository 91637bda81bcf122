import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { type Device, getAllDevices } from '#contract/devices/device';
import { type ServerFeature, serverFeatures } from '#contract/config';
import { getErrorCodes } from '#contract/errorCode';
import type { Profile } from '#contract/identity';
import { keyOf, type EventPayload } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import { eventsBatched } from '#state/events';
import { FeaturesContext } from '#hooks/features';
import { IntentContext } from '#hooks/IntentContext';
import { createLogStore } from '#state/store';
import type { Memory } from '#edge/browserMemory';
import type { Intent } from '#streams/intent';
import { CommandQuestionProvider } from '#widgets/CommandQuestion';
import { UiProvider } from '#ui/UiProvider';
import { eventsOf, type TimedEvent } from '../state/eventsOf.ts';

export const answered = (call: { readonly name: string }, answer: unknown): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf(fullListOf(call)),
  call: call.name,
  answer,
});

export const aDevice = (serial: string, name: string): Device => ({
  serial,
  name,
  device_type: 'LUMION_FIX',
  life_cycle_stage: 'OPERATIONAL',
  metadata_valid: true,
});

export const devicesKnown = (...result: readonly Device[]): EventPayload => answered(getAllDevices, { result });

export const codesKnown = (texts: Readonly<Record<string, string>>): EventPayload =>
  answered(getErrorCodes, {
    error_codes: Object.fromEntries(Object.entries(texts).map(([code, development]) => [code, { description: { development } }])),
    languages: ['en'],
  });

const profile: Profile = { username: 'anna', email: 'anna@example.org', groups: [], second_factor: true };
export const annaSignedIn: EventPayload = { kind: 'session.opened', profile };

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}`}</output>;
}

interface Options {
  readonly address?: string;
  readonly remembered?: Readonly<Record<string, string>>;
  /** In place of `remembered`: the storage of a browser with several tabs. */
  readonly browser?: Memory;
  readonly events?: readonly TimedEvent[];
  /** Given: the view is live, and its intents are added here. Left out: it shows the past. */
  readonly intents?: Intent[];
  /** The features that the server announces beyond the documents; all unless given. */
  readonly features?: readonly ServerFeature[];
}

/** A view with a real store, a router and a memory around it; `learn` adds events to the store, `address` reads the current address. */
export function showing(
  view: ReactElement,
  { address = '/device/detail', remembered = {}, browser, events = [], intents, features = serverFeatures }: Options = {},
) {
  const store = createLogStore({ devTools: false });
  store.dispatch(eventsBatched(eventsOf(...events)));
  const memory = new Map(Object.entries(remembered));
  const remember = { get: (key: string) => memory.get(key) ?? null, set: (key: string, value: string) => void memory.set(key, value) };
  const shown = render(
    <Provider store={store}>
      <UiProvider remember={browser ?? remember}>
        <MemoryRouter initialEntries={[address]}>
          <FeaturesContext value={features}>
            <IntentContext value={intents === undefined ? null : (intent) => void intents.push(intent)}>
              <CommandQuestionProvider>{view}</CommandQuestionProvider>
            </IntentContext>
          </FeaturesContext>
          <Address />
        </MemoryRouter>
      </UiProvider>
    </Provider>,
  );
  const learn = (...more: readonly TimedEvent[]) => {
    act(() => {
      store.dispatch(eventsBatched(eventsOf(...more)));
    });
  };
  return { ...shown, memory, learn, address: () => shown.getByLabelText('Address', { selector: 'output' }).textContent };
}
