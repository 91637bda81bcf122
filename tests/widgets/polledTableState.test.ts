import { expect, it } from 'vitest';
import { requestedTableState } from '#widgets/requestedTableState';
import { polledTableState } from '#widgets/polledTableState';

const failure = { status: 500, message: '' };
const refresh = () => undefined;
const known = { at: 1, failure: undefined, isLoading: false, isUnknown: false, refresh };
const awaited = { ...known, at: undefined, isLoading: true };
const refused = { ...known, at: undefined, failure };
const old = { ...known, failure };
const unknown = { ...known, at: undefined, isUnknown: true };
const UNKNOWN = 'Not known at that time';

it.each([
  ['an answer is there', known, 'ready', 'ready', undefined],
  ['the first answer is awaited', awaited, 'loading', 'loading', undefined],
  ['the first one failed', refused, 'failed', 'failed', undefined],
  ['a later one failed', old, 'stale', 'failed', undefined],
  ['in the past nothing was known', unknown, 'ready', 'ready', UNKNOWN],
] as const)(
  '[RULE-113] %s: a list that is asked again by itself is %3$s, one that a person asks for %4$s',
  (_case, query, kept, given, text) => {
    expect(polledTableState(query)).toEqual({ status: kept, emptyText: text, unreadCount: 0 });
    expect(requestedTableState(query)).toEqual({ status: given, emptyText: text, unreadCount: 0, isSilent: true, onRetry: refresh });
  },
);

it.each([
  ['failed', [refused, awaited]],
  ['loading', [known, awaited]],
  ['stale', [known, old]],
] as const)('[RULE-113] a list of several answers is %s by the worst of them', (status, query) => {
  expect(polledTableState(...query).status).toBe(status);
});

it('[FIELD2] a list of several answers says what could not be read of all of them', () => {
  expect(polledTableState({ ...known, unreadCount: 2 }, { ...known, unreadCount: 1 }).unreadCount).toBe(3);
});

it('[DOOR4] a list of now at a past moment says that it is', () => {
  expect(polledTableState({ ...known, isOfNow: true }).knownText).toBe('As it is now: how it was then is not known');
  expect(polledTableState(known).knownText).toBeUndefined();
});

it('[NIGHT17] a list of the history names the newest instant since when its answers are whole', () => {
  const [since, later] = [Date.UTC(2026, 2, 4, 1), Date.UTC(2026, 2, 4, 2)];
  expect(polledTableState({ ...known, knownSince: since }, { ...known, knownSince: later })).toMatchObject({
    emptyText: expect.stringMatching(/^None known since .*03:00/),
    knownText: expect.stringMatching(/^Known since .*03:00/),
  });
  expect(polledTableState({ ...unknown, knownSince: since }).emptyText).toBe(UNKNOWN);
});
