// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { IntentContext } from '#hooks/IntentContext';
import { useHeldDefault } from '#hooks/useHeldDefault';
import { useIsAwaited } from '#hooks/useIsAwaited';

const failure = { status: 503, message: '' };
const idle = { at: 1_000, isPending: false, failure: undefined };

/** Whether a list is awaited when a view first looks for its subject, and after each further state of the list. */
function awaited(states: readonly Parameters<typeof useIsAwaited>[0][], subject = 'LF-01') {
  const [first = idle, ...later] = states;
  const view = renderHook(({ state }) => useIsAwaited(state, subject), { initialProps: { state: first } });
  const seen = [view.result.current];
  for (const state of later) {
    view.rerender({ state });
    seen.push(view.result.current);
  }
  return seen;
}

it.each([
  ['is not being requested', [idle], [false]],
  ['is polled later', [idle, { ...idle, isPending: true }, { ...idle, at: 2_000 }], [false, false, false]],
  [
    'was being requested',
    [
      { ...idle, isPending: true },
      { ...idle, at: 2_000 },
      { ...idle, at: 2_000, isPending: true },
    ],
    [true, false, false],
  ],
  [
    'was being requested in vain',
    [
      { ...idle, isPending: true },
      { ...idle, failure },
      { ...idle, at: 3_000 },
    ],
    [true, true, false],
  ],
  [
    'could not be requested',
    [
      { ...idle, failure },
      { ...idle, failure, isPending: true },
      { ...idle, at: 3_000 },
    ],
    [true, true, false],
  ],
])('[MISSING1] a list that %s may or may not be older than its subject', (_, states, expected) => {
  expect(awaited(states)).toEqual(expected);
});

it('[MISSING1] each subject is looked for anew', () => {
  const view = renderHook(({ subject, isPending }) => useIsAwaited({ ...idle, isPending }, subject), {
    initialProps: { subject: 'LF-01', isPending: false },
  });
  view.rerender({ subject: 'LF-02', isPending: true });
  expect(view.result.current).toBe(true);
});

/** The choices of a page while its default changes. */
function held(defaults: readonly (string | null)[], isPast: boolean, knownFrom = 0) {
  const wrapper = ({ children }: { readonly children: ReactNode }) =>
    createElement(IntentContext, { value: isPast ? null : () => undefined, children });
  const view = renderHook(({ first, isKnown }) => useHeldDefault(first, isKnown), {
    wrapper,
    initialProps: { first: defaults[0] ?? null, isKnown: knownFrom === 0 },
  });
  return defaults.map((first, at) => {
    view.rerender({ first, isKnown: at >= knownFrom });
    return view.result.current;
  });
}

it('[DEFAULT1] a default stays when another one comes to stand before it, or when it is gone; the past has that of its moment', () => {
  expect(held([null, 'b', 'a', null], false)).toEqual([null, 'b', 'b', 'b']);
  expect(held([null, 'b', 'a', null], true)).toEqual([null, 'b', 'a', null]);
  expect(held(['archived', 'b', 'a'], false, 1)).toEqual(['archived', 'b', 'b']);
});
