// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { getSwVersion } from '#contract/fleet/dataGroup';
import { getTotalMetrics } from '#contract/fleet/metrics';
import { getDeployments } from '#contract/place';
import { keyOf } from '#streams/event';
import type { Intent } from '#streams/intent';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { useAnswer } from '#hooks/useAnswer';
import { useDevice } from '#hooks/useAppSelector';
import { useOnSettled } from '#hooks/useOnSettled';
import { useRequest } from '#hooks/useRequest';
import { useDeviceData } from '#hooks/useDeviceData';
import { useQuery } from '#hooks/useQuery';
import { useIntent, IntentContext, RefusalContext } from '#hooks/IntentContext';
import { eventsOf, reported, type TimedEvent } from '../state/eventsOf.ts';

afterEach(cleanup);

/** A store, the intents given to it, and what stands around a view. */
function aConsole({ past: begun = false } = {}) {
  const store = createLogStore({ devTools: false });
  const intents: Intent[] = [];
  const sendIntent = (intent: Intent) => {
    intents.push(intent);
  };
  const pastStore = createLogStore({ devTools: false });
  let isPast = begun;
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(Provider, {
      store: isPast && !begun ? pastStore : store,
      children: createElement(IntentContext, { value: isPast ? null : sendIntent, children }),
    });
  /** Shows a past in which nothing was known, or the present, once the view is rendered again. */
  const showPast = (is: boolean) => {
    isPast = is;
  };
  const learn = (...timed: readonly TimedEvent[]) => {
    act(() => {
      store.dispatch(eventsBatched(eventsOf(...timed)));
    });
  };
  return { intents, wrapper, learn, showPast };
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

describe('a request of a view', () => {
  const done = (key: string, answer: unknown = totals): readonly TimedEvent[] => [
    [1, { kind: 'request.started', key, call }],
    [2, { kind: 'request.succeeded', key, call, answer }],
  ];
  const keys = (intents: readonly Intent[]) =>
    intents.flatMap((intent) => (intent.kind === 'query.requested' ? keyOf(intent.request) : []));

  it('[STATE51] two views that send the same request have an outcome of their own each, also one after the other', () => {
    const { learn, intents, wrapper } = aConsole();
    const [first, second] = [
      renderHook(() => useRequest(getTotalMetrics), { wrapper }),
      renderHook(() => useRequest(getTotalMetrics), { wrapper }),
    ];
    act(() => first.result.current.send({ params: {} }));
    act(() => second.result.current.send({ params: {} }));
    expect(keys(intents)).toEqual([call, `${call}?#2`]);
    learn(...done(call));
    expect([first.result.current.isPending, second.result.current.isPending]).toEqual([false, true]);
    learn([3, { kind: 'request.started', key: `${call}?#2`, call }], [4, { kind: 'request.failed', key: `${call}?#2`, call, failure }]);
    expect([first.result.current.failure, second.result.current.failure]).toEqual([undefined, failure]);
    // The first one sends again: what the second one shows stays.
    act(() => first.result.current.send({ params: {} }));
    expect(keys(intents).at(-1)).toBe(call);
    expect([second.result.current.isPending, second.result.current.failure]).toEqual([false, failure]);
  });

  it('[STATE51] a view in place of one that was closed does not take the outcome of the request that it left', () => {
    const { learn, intents, wrapper } = aConsole();
    const closed = renderHook(() => useRequest(getTotalMetrics), { wrapper });
    act(() => closed.result.current.send({ params: {} }));
    learn([1, { kind: 'request.started', key: call, call }]);
    closed.unmount();
    const next = renderHook(() => useRequest(getTotalMetrics), { wrapper });
    act(() => next.result.current.send({ params: {} }));
    learn([2, { kind: 'request.succeeded', key: call, call, answer: totals }]);
    expect([keys(intents).at(-1), next.result.current.isPending]).toEqual([`${call}?#2`, true]);
    next.unmount();
    const last = renderHook(() => useRequest(getTotalMetrics), { wrapper });
    act(() => last.result.current.send({ params: {} }));
    expect(keys(intents).at(-1)).toBe(call);
  });

  it('[STATE52] a visit to the past settles nothing again, and what is answered meanwhile is settled once, after the return', () => {
    const { learn, wrapper, showPast } = aConsole();
    let settled = 0;
    const view = renderHook(
      () => {
        const sent = useRequest(getTotalMetrics);
        useOnSettled(sent, () => {
          settled += 1;
        });
        return sent;
      },
      { wrapper },
    );
    const visit = (isPast: boolean) => {
      showPast(isPast);
      view.rerender();
    };
    act(() => view.result.current.send({ params: {} }));
    learn(...done(call));
    expect(settled).toBe(1);
    visit(true);
    expect(view.result.current).toMatchObject({ isPending: false, answer: totals });
    visit(false);
    expect(settled).toBe(1);
    act(() => view.result.current.send({ params: {} }));
    learn([3, { kind: 'request.started', key: call, call }]);
    visit(true);
    learn([4, { kind: 'request.failed', key: call, call, failure }]);
    expect([view.result.current.isPending, settled]).toEqual([true, 1]);
    visit(false);
    expect([view.result.current.failure, settled]).toEqual([failure, 2]);
  });

  it('[PAST33] a change that is confirmed in the past says that it is not sent; a read is nothing', () => {
    const { wrapper, intents } = aConsole({ past: true });
    let refused = 0;
    const refuse = () => {
      refused += 1;
    };
    const within = ({ children }: { readonly children: ReactNode }) =>
      createElement(wrapper, { children: createElement(RefusalContext, { value: refuse, children }) });
    const view = renderHook(() => ({ read: useRequest(getTotalMetrics), change: useRequest(getStopImmediately) }), { wrapper: within });
    act(() => view.result.current.read.send({ params: {} }));
    expect(refused).toBe(0);
    act(() => view.result.current.change.send({ params: { serial: 'LF-01' } }));
    expect([refused, intents, view.result.current.change.isPending]).toEqual([1, [], false]);
  });

  it('[PAST33] what was begun live and is sent in the past does not wait for an answer', () => {
    const { wrapper, intents, showPast } = aConsole();
    const view = renderHook(() => useRequest(getTotalMetrics), { wrapper });
    const begun = view.result.current.send;
    showPast(true);
    view.rerender();
    act(() => begun({ params: {} }));
    // The gate decides what becomes of it.
    expect(keys(intents)).toEqual([call]);
    expect(view.result.current.isPending).toBe(false);
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
