import { useState } from 'react';
import type { Device } from '#contract/devices/device';
import { postIncidentExport } from '#contract/incident';
import { type ExportDraft, exportRange, rangeProblem } from '#domain/incidents/incidentExport';
import { selectNow } from '#state/clock';
import { useAppSelector } from '#hooks/useAppSelector';
import { useDownload } from '#hooks/useDownload';
import { selectSortedDevices } from '#widgets/selectSortedDevices';

const nobody: ReadonlySet<string> = new Set();
const instantOf = (atMs: number) => new Date(atMs).toISOString();

/** Returns the draft of the export: period, selected devices, problem, and the function that starts the export. */
export function useExport() {
  const devices = useAppSelector(selectSortedDevices);
  const now = useAppSelector(selectNow);
  const [draft, setDraft] = useState<ExportDraft>({ start: undefined, end: undefined });
  const [serials, setSerials] = useState(nobody);
  const file = useDownload(postIncidentExport);
  const { start, end } = exportRange(draft, now);
  const problem = rangeProblem({ start, end });
  // Drops selected devices that no longer exist.
  const chosen = devices.filter(({ serial }) => serials.has(serial));
  const isReady = file.isPossible && problem === null && start !== null && end !== null && chosen.length > 0;
  return {
    devices,
    chosen,
    serials,
    start,
    end,
    /** True while no end is selected. */
    endsNow: draft.end === undefined,
    problem,
    isReady,
    file,
    setTime: (name: keyof ExportDraft, at: number | null) => setDraft((known) => ({ ...known, [name]: at })),
    choose: (some: readonly Device[], isChosen: boolean) =>
      setSerials((known) => {
        const names = new Set(some.map(({ serial }) => serial));
        return new Set(isChosen ? [...known, ...names] : [...known].filter((serial) => !names.has(serial)));
      }),
    download: () => {
      if (start === null || end === null || !isReady) return;
      const machine_list = chosen.map(({ serial }) => serial);
      file.download({}, undefined, { machine_list, start_time: instantOf(start), end_time: instantOf(end) });
    },
  };
}
