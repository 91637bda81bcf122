import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readSide, type CompareSide } from '#domain/configuration/compareChoice';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectSortedDevices } from '#widgets/selectSortedDevices';
import { useNewestStep } from '#widgets/useNewestStep';

/** A side of the comparison. */
export type Half = 1 | 2;

const nameOf = { serial: (half: Half) => `machine_serial_${half}`, at: (half: Half) => `at_time_machine_${half}` };
const ownNames = ([1, 2] as const).flatMap((half) => [nameOf.serial(half), nameOf.at(half)]);
const ownParameters = (search: URLSearchParams) => Object.fromEntries([...search].filter(([name]) => ownNames.includes(name)));
const textOf = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

/**
 * Returns both sides of the comparison, which are in the URL under the parameter names of the call, so that it can be shared: `machine_serial_1`,
 * `at_time_machine_1`, and the same with 2.
 */
export function useCompareChoice() {
  const [search, setSearch] = useSearchParams();
  // The URL changes one render later, but a comparison right after a choice must use that choice.
  const [parameters, setParameters] = useState(() => ownParameters(search));
  // Both sides may be chosen before the next render, so each change starts from the newest parameters.
  const pendingParameters = useRef(parameters);
  const devices = useAppSelector(selectSortedDevices);
  const newest = useNewestStep();
  const sideOf = (half: Half) =>
    readSide({ serial: parameters[nameOf.serial(half)] ?? null, at: parameters[nameOf.at(half)] ?? null }, devices, newest);
  const update = (changes: Readonly<Record<string, string>>) => {
    pendingParameters.current = { ...pendingParameters.current, ...changes };
    setParameters(pendingParameters.current);
    setSearch((known) => ({ ...Object.fromEntries(known), ...pendingParameters.current }), { replace: true });
  };
  return {
    sides: [sideOf(1), sideOf(2)] as const,
    chooseDevice: (half: Half, serial: string) => update({ [nameOf.serial(half)]: serial }),
    chooseTime: (half: Half, at: number | null) => update({ [nameOf.at(half)]: textOf(at) }),
    /** Writes the times to the URL, so that a shared link refers to the compared times and not to the time of opening. */
    keepTimes: (first: CompareSide, second: CompareSide) => update({ [nameOf.at(1)]: textOf(first.at), [nameOf.at(2)]: textOf(second.at) }),
  };
}
