// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { getSwVersion } from '#contract/fleet/dataGroup';
import { getTotalMetrics } from '#contract/fleet/metrics';
import { getDeployments } from '#contract/place';
import type { Intent } from '#streams/intent';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { useAnswer } from '#hooks/useAnswer';
import { useDevice } from '#hooks/useAppSelector';
import { useRequest } from '#hooks/useRequest';
import { useDeviceData } from '#hooks/useDeviceData';
import { useQuery } from '#hooks/useQuery';
import { useIntent, IntentContext } from '#hooks/IntentContext';
import { eventsOf, reported, type TimedEvent } from '../state/eventsOf.ts';

afterEach(cleanup);

/** A store, the intents given to it, and what stands around a view. */
function aConsole({ past = false } = {}) {
  const store = createLogStore({ devTools: false });
  const intents: Intent[] = [];
  const sendIntent = (intent: Intent) => {
    intents.push(intent);
  };
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(Provider, { store, children: createElement(IntentContext, { value: past ? null : sendIntent, children }) });
  const learn = (...timed: readonly TimedEvent[]) => {
    act(() => {
      store.dispatch(eventsBatched(eventsOf(...timed)));
    });
  };
  return { intents, wrapper, learn };
}

const call = getTotalMetrics.name;
const request = { call, params: {}, query: {} };
const totals = { total_mileage: 12, total_laneswitches: 3, time: '2026-03-04T13:05:00Z' };
const failure = { status: 500, message: '' };

describe('interests', () => {
  it('[STATE31] a question is open while its view is shown, and follows what the view asks', () => {
    const { intents, wrapper } = aConsole();
    const view = renderHook(({ serial }) => useQuery(getSwVersion, { serial }, {}, { everyMs: 2_000 }), {
      wrapper,
      initialProps: { serial: 'LF-01' },
    });
    view.rerender({ serial: 'LF-01' });
    view.rerender({ serial: 'LF-02' });
    view.unmount();
    const timed = intents.flatMap((intent) => ('request' in intent ? [`${intent.kind} ${intent.request.params['serial'] ?? ''}`] : []));
    expect(intents.every((intent) => 'everyMs' in intent && intent.everyMs === 2_000)).toBe(true);
    expect(timed).toEqual(['query.subscribed LF-01', 'query.unsubscribed LF-01', 'query.subscribed LF-02', 'query.unsubscribed LF-02']);
  });

  it('[STATE32] the whole list of a paged call is one question; nothing is asked while nothing is wanted', () => {
    const { intents, wrapper } = aConsole();
    const view = renderHook(({ isWanted }) => useQuery(getDeployments, {}, {}, { allPages: true, isWanted, everyMs: null }), {
      wrapper,
      initialProps: { isWanted: false },
    });
    expect(intents).toEqual([]);
    view.rerender({ isWanted: true });
    expect(intents).toMatchObject([{ kind: 'query.subscribed', request: { query: { per_page: 50 } } }]);
    expect(view.result.current).toBe('GET deployment/all?per_page=50');
  });
});

describe('answers', () => {
  it('[STATE33] a view sees loading, the answer, and a failure beside the answer', () => {
    const { learn, wrapper } = aConsole();
    const { result } = renderHook(() => useAnswer(getTotalMetrics, {}), { wrapper });
    expect(result.current).toMatchObject({ answer: undefined, isLoading: true, isUnknown: false });
    learn([1, { kind: 'request.succeeded', key: call, call, answer: totals }]);
    expect(result.current).toMatchObject({ answer: totals, at: 1_000, isLoading: false, failure: undefined });
    learn([2, { kind: 'request.failed', key: call, call, failure }]);
    expect(result.current).toMatchObject({ answer: totals, at: 1_000, failure, failedAt: 2_000 });
  });

  it.each([
    [undefined, 5_000],
    [{ everyMs: 1_000 }, 1_000],
    [{ everyMs: null }, null],
  ])('[STATE39] with the options %j a device’s software is asked every %j ms', (options, everyMs) => {
    const { intents, wrapper } = aConsole();
    renderHook(() => useAnswer(getSwVersion, { serial: 'LF-01' }, {}, options), { wrapper });
    expect(intents).toMatchObject([{ kind: 'query.subscribed', everyMs }]);
  });

  it('[STATE34] refresh asks once, now', () => {
    const { intents, wrapper } = aConsole();
    const { result } = renderHook(() => useAnswer(getTotalMetrics, {}), { wrapper });
    act(() => result.current.refresh());
    expect(intents.at(-1)).toEqual({ kind: 'query.requested', request });
  });

  it('[STATE35] in the past nothing is asked, and what was not known then says so', () => {
    const { intents, wrapper, learn } = aConsole({ past: true });
    const { result } = renderHook(() => ({ answered: useAnswer(getTotalMetrics, {}), sendIntent: useIntent() }), { wrapper });
    act(() => result.current.answered.refresh());
    result.current.sendIntent({ kind: 'route.entered', path: '/' });
    expect(intents).toEqual([]);
    expect(result.current.answered).toMatchObject({ isLoading: false, isUnknown: true });
    learn([1, { kind: 'request.succeeded', key: call, call, answer: totals }]);
    expect(result.current.answered).toMatchObject({ answer: totals, isUnknown: false });
  });
});

describe('asking once', () => {
  it('[STATE36] the answer belongs to this request, not to an earlier one', () => {
    const { learn, intents, wrapper } = aConsole();
    learn([1, { kind: 'request.started', key: call, call }], [2, { kind: 'request.failed', key: call, call, failure }]);
    const { result } = renderHook(() => useRequest(getTotalMetrics), { wrapper });
    expect(result.current).toMatchObject({ isPending: false, failure: undefined });
    act(() => result.current.send({ params: {}, body: {} }));
    expect(intents).toEqual([{ kind: 'query.requested', request, body: {} }]);
    expect(result.current).toMatchObject({ isPending: true, failure: undefined });
    learn([3, { kind: 'request.started', key: call, call }]);
    expect(result.current).toMatchObject({ isPending: true, failure: undefined });
    learn([4, { kind: 'request.succeeded', key: call, call, answer: totals }]);
    expect(result.current).toMatchObject({ isPending: false, answer: totals, failure: undefined });
  });
});

describe('devices', () => {
  it('[STATE37] a view of one device is drawn for its reports and for no other', () => {
    const { learn, wrapper } = aConsole();
    let drawn = 0;
    const { result } = renderHook(
      () => {
        drawn += 1;
        return useDevice('LF-01');
      },
      { wrapper },
    );
    learn([1, reported('LF-01', 1)]);
    expect([drawn, result.current?.reportedAt]).toEqual([2, 1_000]);
    learn([2, reported('LF-02', 2)], [3, { kind: 'clock.ticked' }]);
    expect(drawn).toBe(2);
  });

  it('[LIVE-008] [STATE38] device data shows a push while its call has not answered', () => {
    const { learn, intents, wrapper } = aConsole();
    const { result } = renderHook(() => useDeviceData('LF-01', 'sw_version'), { wrapper });
    expect(intents).toMatchObject([{ kind: 'query.subscribed', request: { call: getSwVersion.name, params: { serial: 'LF-01' } } }]);
    expect(result.current.isLoading).toBe(true);
    const data = { sw_version: { software_version: '4.2', software_status: 'True' } } as const;
    learn([1, { kind: 'device.dataReported', serial: 'LF-01', data_group: 'sw_version', data }]);
    expect(result.current).toMatchObject({ answer: data, at: 1_000, isLoading: false });
  });
});
