// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it } from 'vitest';
import { getConfigDownload } from '#contract/devices/configuration';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { useDownload } from '#hooks/useDownload';
import { IntentContext } from '#hooks/IntentContext';
import { keyOf } from '#streams/event';
import type { Intent } from '#streams/intent';
import { eventsOf, type TimedEvent } from '../state/eventsOf.ts';

afterEach(cleanup);

const query = { machine_serial: 'LF-01', at_time: '2026-03-04T13:05:00.000Z' };
const request = { call: getConfigDownload.name, params: {}, query };
const about = { key: keyOf(request), call: getConfigDownload.name };

function aButton(isPast = false) {
  const store = createLogStore({ devTools: false });
  const intents: Intent[] = [];
  const sendIntent = isPast ? null : (intent: Intent) => void intents.push(intent);
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(Provider, { store, children: createElement(IntentContext, { value: sendIntent, children }) });
  const learn = (...timed: readonly TimedEvent[]) => {
    act(() => {
      store.dispatch(eventsBatched(eventsOf(...timed)));
    });
  };
  return { intents, learn, ...renderHook(() => useDownload(getConfigDownload), { wrapper }) };
}

it('[STATE45] a file is asked for on request, and is on its way until it came', () => {
  const { intents, learn, result } = aButton();
  expect(result.current).toMatchObject({ isLoading: false, isPossible: true, failure: undefined });
  expect(intents).toEqual([]);
  act(() => result.current.download({}, query));
  expect(intents).toEqual([{ kind: 'query.requested', request, body: undefined }]);
  expect(result.current.isLoading).toBe(true);
  learn([1, { kind: 'request.started', ...about }]);
  expect(result.current.isLoading).toBe(true);
  learn([2, { kind: 'request.unchanged', ...about }]);
  expect(result.current.isLoading).toBe(false);
});

it('[STATE45] a failure is kept until the next one is asked for', () => {
  const { learn, result } = aButton();
  act(() => result.current.download({}, query));
  const failure = { status: 404, message: 'NotFound: there was no configuration then' };
  learn([1, { kind: 'request.started', ...about }], [2, { kind: 'request.failed', ...about, failure }]);
  expect(result.current).toMatchObject({ failure, isLoading: false });
  act(() => result.current.download({}, query));
  expect(result.current).toMatchObject({ failure: undefined, isLoading: true });
});

it('[STATE45] the past asks for none', () => {
  const { result } = aButton(true);
  expect(result.current.isPossible).toBe(false);
  act(() => result.current.download({}, query));
  expect(result.current.isLoading).toBe(false);
});
