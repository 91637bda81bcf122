import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readSide, type CompareSide } from '#domain/compareChoice';
import { useAppSelector } from '#state/useAppSelector';
import { selectSortedDevices } from '#widgets/selectSortedDevices';
import { useNewestStep } from '#widgets/useNewestStep';

/** Which half of the comparison. */
export type Half = 1 | 2;

const nameOf = { serial: (half: Half) => `machine_serial_${half}`, at: (half: Half) => `at_time_machine_${half}` };
const textOf = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

/** What is to be compared; the address says it too, under the names of the call, so that it can be handed on. */
export function useCompareChoice() {
  const [search, setSearch] = useSearchParams();
  // The address changes one render later: a comparison right after a choice must use that choice.
  const [parameters, setParameters] = useState(() => Object.fromEntries(search));
  // Both halves may be chosen before anything is drawn again: each continues from the newest parameters.
  const latest = useRef(parameters);
  const devices = useAppSelector(selectSortedDevices);
  const newest = useNewestStep();
  const sideOf = (half: Half) =>
    readSide({ serial: parameters[nameOf.serial(half)] ?? null, at: parameters[nameOf.at(half)] ?? null }, devices, newest);
  const say = (more: Readonly<Record<string, string>>) => {
    latest.current = { ...latest.current, ...more };
    setParameters(latest.current);
    setSearch(latest.current, { replace: true });
  };
  return {
    sides: [sideOf(1), sideOf(2)] as const,
    chooseDevice: (half: Half, serial: string) => say({ [nameOf.serial(half)]: serial }),
    chooseTime: (half: Half, at: number | null) => say({ [nameOf.at(half)]: textOf(at) }),
    /** Writes the times down: a link then means the times that were compared, not those of whoever opens it. */
    keepTimes: (first: CompareSide, second: CompareSide) => say({ [nameOf.at(1)]: textOf(first.at), [nameOf.at(2)]: textOf(second.at) }),
  };
}
