// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useEnded } from '#state/useEnded';

afterEach(cleanup);

it('[STATE46] the end of an ask is told once, by what the view knows then; neither its beginning nor the first drawing is', () => {
  const told: string[] = [];
  const { rerender } = renderHook(({ isAsking, word }) => useEnded({ isAsking }, () => told.push(word)), {
    initialProps: { isAsking: false, word: 'first' },
  });
  rerender({ isAsking: true, word: 'asking' });
  expect(told).toEqual([]);
  rerender({ isAsking: false, word: 'ended' });
  rerender({ isAsking: false, word: 'later' });
  expect(told).toEqual(['ended']);
  rerender({ isAsking: true, word: 'again' });
  rerender({ isAsking: false, word: 'ended again' });
  expect(told).toEqual(['ended', 'ended again']);
});

it('[STATE46] who comes while an ask is on its way hears of its end', () => {
  const told: string[] = [];
  const { rerender } = renderHook(({ isAsking }) => useEnded({ isAsking }, () => told.push('ended')), { initialProps: { isAsking: true } });
  rerender({ isAsking: false });
  expect(told).toEqual(['ended']);
});
