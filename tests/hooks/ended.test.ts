// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useOnSettled } from '#hooks/useOnSettled';

afterEach(cleanup);

it('[STATE46] the end of a request is reported once, by what the view knows then; neither its beginning nor the first drawing is', () => {
  const calls: string[] = [];
  const { rerender } = renderHook(({ isPending, word }) => useOnSettled({ isPending }, () => calls.push(word)), {
    initialProps: { isPending: false, word: 'first' },
  });
  rerender({ isPending: true, word: 'asking' });
  expect(calls).toEqual([]);
  rerender({ isPending: false, word: 'ended' });
  rerender({ isPending: false, word: 'later' });
  expect(calls).toEqual(['ended']);
  rerender({ isPending: true, word: 'again' });
  rerender({ isPending: false, word: 'ended again' });
  expect(calls).toEqual(['ended', 'ended again']);
});

it('[STATE46] a view that mounts while a request is in flight learns of its end', () => {
  const calls: string[] = [];
  const { rerender } = renderHook(({ isPending }) => useOnSettled({ isPending }, () => calls.push('ended')), {
    initialProps: { isPending: true },
  });
  rerender({ isPending: false });
  expect(calls).toEqual(['ended']);
});
