import { createSelector } from '@reduxjs/toolkit';
import { getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import { getErrorCodes } from '#contract/errorCode';
import { getHistoryEpisodes } from '#contract/history';
import { identityCalls } from '#contract/identity';
import { getTimezones } from '#contract/location';
import { getAllMaps, getMapChangelog, getMapGeojson, getMapVersions } from '#contract/map';
import { selectAlerts } from './alerts.ts';
import type { AnswerEntry, AnswersState } from './answers.ts';
import { selectTickedAt } from './clock.ts';
import { withoutNotices } from './commands.ts';
import { selectHealth, type Health } from './health.ts';
import { selectSession } from './session.ts';
import type { RootState } from './store.ts';

const namesOf = (calls: readonly { readonly name: string }[]): ReadonlySet<string> => new Set(calls.map(({ name }) => name));

/**
 * Calls whose live responses are used in the past: profile, rights and language of the signed-in user, because they control access; and the review list, from
 * which people go from one past moment to the next.
 */
const CALLS_OF_NOW = namesOf([...Object.values(identityCalls), getHistoryEpisodes]);

/**
 * Calls whose responses do not change, or only grow: a version of a map and the list of versions, the name of a type or code. A response that was received
 * later also applies to an earlier moment.
 */
const TIMELESS_CALLS = namesOf([
  getMapGeojson,
  getMapChangelog,
  getAllMaps,
  getMapVersions,
  getAllDeviceTypes,
  getAllLifeCycleStages,
  getErrorCodes,
  getTimezones,
]);

/** The response that a past moment shows: the past one, the current one, or the past one with the current one as a fallback. */
export type AnswerTime = 'past' | 'now' | 'timeless';

/** Returns the kind of response that a past moment shows for a query, by its key. */
export function timeOfAnswer(key: string): AnswerTime {
  const [call = ''] = key.split('?');
  if (CALLS_OF_NOW.has(call)) return 'now';
  return TIMELESS_CALLS.has(call) ? 'timeless' : 'past';
}

/** The parts of the live state that a past moment shows. */
export interface StateOfNow extends Pick<RootState, 'alerts' | 'session'> {
  /** The live data age; null in a recording, which has no live state. */
  readonly health: Health | null;
  /** The live and timeless responses. */
  readonly answers: AnswersState;
}

const isSame = (one: AnswersState, other: AnswersState): boolean =>
  Object.keys(one).length === Object.keys(other).length && Object.entries(one).every(([key, entry]) => other[key] === entry);

const selectLasting = createSelector(
  [(s: RootState) => s.answers],
  (answers): AnswersState => Object.fromEntries(Object.entries(answers).filter(([key]) => timeOfAnswer(key) !== 'past')),
  { memoizeOptions: { resultEqualityCheck: isSame } },
);

/** Selects the live parts that a past moment shows; the same object until one of them changes. */
export const selectStateOfNow = createSelector(
  [selectAlerts, selectSession, selectHealth, selectLasting],
  (alerts, session, health, answers): StateOfNow => ({ alerts, session, health, answers }),
);

function shownAnswers({ answers: then, ...past }: RootState, { answers: now }: StateOfNow): AnswersState {
  const own = Object.entries(then).filter(([key]) => timeOfAnswer(key) !== 'now');
  const isUnknown = (key: string) => then[key]?.answer === undefined;
  // The response is treated as confirmed at the shown moment, so that its age is zero.
  const learned = ({ answer, answeredAt }: AnswerEntry): AnswerEntry => {
    const at = selectTickedAt(past);
    return {
      answer,
      answeredAt,
      confirmedAt: at,
      requestedAt: at,
      isPending: false,
      failure: undefined,
      failedAt: undefined,
      openCount: 0,
    };
  };
  const added = Object.entries(now).flatMap(([key, entry]): readonly (readonly [string, AnswerEntry])[] => {
    if (timeOfAnswer(key) === 'now') return [[key, entry]];
    return isUnknown(key) && entry.answer !== undefined ? [[key, learned(entry)]] : [];
  });
  return added.length === 0 && own.length === Object.keys(then).length ? then : Object.fromEntries([...own, ...added]);
}

type Shown<Slice extends keyof RootState> = (past: RootState, now: StateOfNow) => RootState[Slice];

/**
 * The source of each slice of a past moment: the past or the live state. Access (sign-in, second factor, rights, language), the age of the data, and notices
 * that must not be missed are live; colours are not part of the state. A missing slice is a type error.
 */
const SLICES: { readonly [Slice in keyof RootState]: Shown<Slice> } = {
  alerts: (_, now) => now.alerts,
  answers: shownAnswers,
  clock: ({ clock }) => clock,
  // The notice of a failed stop belongs to the shell, which shows the live ones.
  commands: ({ commands }) => withoutNotices(commands),
  deviceData: ({ deviceData }) => deviceData,
  fleet: ({ fleet }) => fleet,
  // The number of unreadable rows belongs to the live response; the instant at which the fleet was last known belongs to the moment.
  health: (past, now) => (now.health === null ? past.health : { ...past.health, shown: now.health }),
  // The page includes the network connection at that time, which determines whether devices were known to be online. The shell shows the current offline
  // notice.
  page: ({ page }) => page,
  session: (_, now) => now.session,
};

/** Returns the state that the screens show at a past moment. Only `SLICES` defines which parts are past, current or unchanging. */
export function shownState(past: RootState, now: StateOfNow): RootState {
  const slices = Object.entries(SLICES).map(([slice, shown]) => [slice, shown(past, now)]);
  return { ...past, ...Object.fromEntries(slices) };
}
