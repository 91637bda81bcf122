// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { expect, it } from 'vitest';
import { PlayheadContext } from '#hooks/TimeTravelContext';
import { useShownInstant } from '#hooks/useShownInstant';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { eventsOf } from '../state/eventsOf.ts';

const AT = Date.parse('2026-03-04T09:00:00Z');
const HOUR_MS = 3_600_000;

it.each([
  [0, AT],
  [HOUR_MS, AT + HOUR_MS],
  [-HOUR_MS, AT - HOUR_MS],
])('[CLOCK9] with a server that is %d ms ahead, the shown moment is drawn by its clock', (offsetMs, shown) => {
  const store = createLogStore({ devTools: false });
  store.dispatch(eventsBatched(eventsOf([1, { kind: 'clock.offsetMeasured', offsetMs }])));
  const around = (playhead: Parameters<typeof PlayheadContext>[0]['value']) => (view: { readonly children: ReactNode }) =>
    createElement(Provider, { store, children: createElement(PlayheadContext, { value: playhead, children: view.children }) });
  const past = { kind: 'past', moment: { at: AT } } as Parameters<typeof PlayheadContext>[0]['value'];
  expect(renderHook(useShownInstant, { wrapper: around(past) }).result.current).toBe(shown);
  expect(renderHook(useShownInstant, { wrapper: around({ kind: 'live' }) }).result.current).toBeNull();
});
