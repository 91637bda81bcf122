// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, describe, expect, it } from 'vitest';
import { postSetupMfa } from '#contract/identity';
import { eventsBatched } from '#state/events';
import { createSecretChannel, SecretContext } from '#hooks/secretChannel';
import { createLogStore } from '#state/store';
import { useSecret } from '#hooks/useSecret';
import { IntentContext } from '#hooks/IntentContext';
import { eventsOf, ticked, type TimedEvent } from '../state/eventsOf.ts';

afterEach(cleanup);

const call = postSetupMfa.name;

function aConsole() {
  const store = createLogStore({ devTools: false });
  const door = createSecretChannel();
  const bodies: unknown[] = [];
  const sendIntent = (intent: object) => {
    if ('body' in intent) bodies.push(intent.body);
  };
  let isPast = false;
  const showPast = (is: boolean) => {
    isPast = is;
  };
  const within = ({ children }: { readonly children: ReactNode }) =>
    createElement(IntentContext, { value: isPast ? null : sendIntent, children: createElement(SecretContext, { value: door, children }) });
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(Provider, { store, children: createElement(within, { children }) });
  const learn = (...timed: readonly TimedEvent[]) => {
    act(() => {
      store.dispatch(eventsBatched(eventsOf(...timed)));
    });
  };
  const tell = (answer: unknown) => {
    act(() => {
      door.onSecret(call, answer);
    });
  };
  return { store, door, bodies, wrapper, learn, tell, showPast };
}

const say = { params: {}, body: { email: 'an@serra.example' } };

describe('a secret answer', () => {
  it('[STATE40] goes to the view that asked, not to the store, and is gone after 60 s', () => {
    const { store, bodies, wrapper, learn, tell } = aConsole();
    const { result } = renderHook(() => useSecret(postSetupMfa), { wrapper });
    learn([5, ticked]);
    act(() => result.current.send(say));
    expect(bodies).toEqual([say.body]);
    tell({ qr_code: 'abc' });
    expect(result.current.answer).toEqual({ qr_code: 'abc' });
    expect(JSON.stringify(store.getState())).not.toContain('abc');
    learn([64, ticked]);
    expect(result.current.answer?.qr_code).toBe('abc');
    learn([65, ticked]);
    expect(result.current.answer).toBeUndefined();
  });

  it('[STATE40] is gone when a past moment is shown, whose time would not end it', () => {
    const { wrapper, tell, showPast } = aConsole();
    const { result, rerender } = renderHook(() => useSecret(postSetupMfa), { wrapper });
    act(() => result.current.send(say));
    tell({ qr_code: 'abc' });
    showPast(true);
    rerender();
    expect(result.current.answer).toBeUndefined();
    showPast(false);
    rerender();
    expect(result.current.answer).toBeUndefined();
  });

  it('[STATE41] nobody is informed who did not ask, and a view that left is reported no more', () => {
    const { door, wrapper, tell } = aConsole();
    const asking = renderHook(() => useSecret(postSetupMfa), { wrapper });
    const other = renderHook(() => useSecret(postSetupMfa), { wrapper });
    act(() => asking.result.current.send(say));
    tell({ qr_code: 'abc' });
    expect([asking.result.current.answer?.qr_code, other.result.current.answer]).toEqual(['abc', undefined]);
    asking.unmount();
    const received: unknown[] = [];
    const stop = door.wait(call, (answer) => received.push(answer));
    tell('later');
    stop();
    tell('too late');
    expect(received).toEqual(['later']);
  });

  it('[STATE41] it can be hidden at once, asked anew, and must be what the call says', () => {
    const { wrapper, tell } = aConsole();
    const { result } = renderHook(() => useSecret(postSetupMfa), { wrapper });
    act(() => result.current.send(say));
    tell({ qr_code: 'abc' });
    act(() => result.current.forget());
    expect(result.current.answer).toBeUndefined();
    act(() => result.current.send(say));
    tell({ qr: 1 });
    expect(result.current.answer).toBeUndefined();
  });
});
