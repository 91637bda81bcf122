import { expect, it } from 'vitest';
import { replayMemory } from '#app/replay/replayMemory';
import { aMemory } from '../support/renderUi.tsx';

const KEYS = ['device_serial', 'visit', 'zone.anna', 'timeline', 'colour', 'sidebar'];

it.each(KEYS)('[REPLAY10] a replay keeps %s to itself', (key) => {
  const live = aMemory({ [key]: 'live' });
  const replay = replayMemory(live);
  expect(replay.get(key)).toBe(key === 'timeline' ? 'open' : 'live');
  replay.set(key, 'of the recording');
  expect(replay.get(key)).toBe('of the recording');
  expect(live.get(key)).toBe('live');
  expect(replayMemory(live).get(key)).toBe(key === 'timeline' ? 'open' : 'live');
});
