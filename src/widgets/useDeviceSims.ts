import { createSelector } from '@reduxjs/toolkit';
import { type EnteredSim, getDeviceSims } from '#contract/devices/deviceSim';
import { selectEntry } from '#state/answers';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { useAnswer } from '#hooks/useAnswer';
import { keyOfView } from '#state/viewRequest';
import { matchesSchema } from '#state/matchesSchema';
import type { RootState } from '#state/store';

const KEY = keyOfView(getDeviceSims, {});
const NONE: ReadonlyMap<string, EnteredSim> = new Map();

/** Selects the entered SIM fields, by serial; the same map until they change. */
export const selectDeviceSims = createSelector(
  [(s: RootState) => selectEntry(s, KEY)?.answer],
  (answer): ReadonlyMap<string, EnteredSim> => {
    if (answer === undefined || !matchesSchema(getDeviceSims.answer, answer)) return NONE;
    return new Map(answer.result.map((sim) => [sim.serial, sim]));
  },
);

/** Queries the SIM fields that people entered, if the server stores them, while the view is mounted. Source: SIMP1, FEAT1. */
export function useDeviceSims() {
  const isKept = useFeature('device_sims');
  const { refresh, answer } = useAnswer(getDeviceSims, {}, {}, { isWanted: isKept });
  return { isKept, isKnown: answer !== undefined, sims: useAppSelector(selectDeviceSims), refresh };
}
