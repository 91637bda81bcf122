import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { type Device, getAllDevices } from '#contract/device';
import { type ServerFeature, serverFeatures } from '#contract/config';
import { getErrorCodes } from '#contract/errorCode';
import type { Profile } from '#contract/identity';
import { keyOf, type News } from '#streams/event';
import { fullListOf } from '#streams/fullLists';
import { eventsBatched } from '#state/events';
import { FeaturesContext } from '#state/features';
import { WishContext } from '#state/WishContext';
import { createLogStore } from '#state/store';
import type { Wish } from '#streams/wish';
import { UiProvider } from '#ui/UiProvider';
import { eventsOf, type Said } from '../state/eventsOf.ts';

export const answered = (call: { readonly name: string }, answer: unknown): News => ({
  kind: 'call.answered',
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

export const devicesKnown = (...result: readonly Device[]): News => answered(getAllDevices, { result });

export const codesKnown = (texts: Readonly<Record<string, string>>): News =>
  answered(getErrorCodes, {
    error_codes: Object.fromEntries(Object.entries(texts).map(([code, development]) => [code, { description: { development } }])),
    languages: ['en'],
  });

const profile: Profile = { username: 'anna', email: 'anna@example.org', groups: [], second_factor: true };
export const annaSignedIn: News = { kind: 'session.opened', profile };

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{`${pathname}${search}`}</output>;
}

interface Options {
  readonly address?: string;
  readonly remembered?: Readonly<Record<string, string>>;
  readonly news?: readonly Said[];
  /** Given: the view is live, and what it wishes is added here. Left out: it shows the past. */
  readonly wishes?: Wish[];
  /** What the server announces beyond the documents; all there is unless given. */
  readonly features?: readonly ServerFeature[];
}

/** A view with a real store, a router and a memory around it; `learn` tells the store more, `address` reads where it stands. */
export function showing(
  view: ReactElement,
  { address = '/device/detail', remembered = {}, news = [], wishes, features = serverFeatures }: Options = {},
) {
  const store = createLogStore({ devTools: false });
  store.dispatch(eventsBatched(eventsOf(...news)));
  const memory = new Map(Object.entries(remembered));
  const remember = { get: (key: string) => memory.get(key) ?? null, set: (key: string, value: string) => void memory.set(key, value) };
  const shown = render(
    <Provider store={store}>
      <UiProvider remember={remember}>
        <MemoryRouter initialEntries={[address]}>
          <FeaturesContext value={features}>
            <WishContext value={wishes === undefined ? null : (wish) => void wishes.push(wish)}>{view}</WishContext>
          </FeaturesContext>
          <Address />
        </MemoryRouter>
      </UiProvider>
    </Provider>,
  );
  const learn = (...said: readonly Said[]) => {
    act(() => {
      store.dispatch(eventsBatched(eventsOf(...said)));
    });
  };
  return { ...shown, memory, learn, address: () => shown.getByLabelText('Address').textContent };
}
