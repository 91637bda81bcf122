import type { TimeSpan } from '#domain/text/timeUnits';
import { FileDown, Flag } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { selectTickedAt } from '#state/clock';
import { inCorner, loadable } from '#ui/loadable';
import { withoutMoment } from './moment/momentAddress.ts';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { Tool, ToolAlert } from './bar/barParts.tsx';

const ReportDialog = loadable(async () => (await import('./ReportDialog.tsx')).ReportDialog, { waiting: null, place: inCorner });

/** Length of a report before the shown moment, in ms. */
const REPORTED_MS = 5 * 60_000;
const EVERYTHING: TimeSpan = { from: -Infinity, to: Infinity };

/** Returns a function that saves a span as a file, and why the last span was not saved. */
function useSaving() {
  const { recorded, liveStore, ports } = useTimeTravel();
  const { pathname, search } = useLocation();
  const [state, setState] = useState<{ readonly isSaving: boolean; readonly problem: string | null }>({ isSaving: false, problem: null });
  const save = async (span: TimeSpan, at: number, note: string): Promise<boolean> => {
    setState({ isSaving: true, problem: null });
    const screen = `${pathname}?${withoutMoment(search)}`;
    const author = { state: liveStore.getState(), config: ports.config, note, screen, writtenAt: selectTickedAt(liveStore.getState()) };
    const file = await Promise.all([recorded('was'), import('#past/file/saveRecording')])
      .then(([blocks, { writeRecording }]) => writeRecording(blocks, span, at, author, ports.codec))
      .catch(() => null);
    if (file !== null) ports.saveBytes(file.content, file.name);
    setState({ isSaving: false, problem: file === null ? 'Nothing was saved: the recording could not be read.' : null });
    return file !== null;
  };
  return { ...state, save };
}

/** Renders the buttons that save the whole recording, and "Report this moment", which saves the minutes before the shown moment with a note. */
export function SaveButtons() {
  const { shownAt } = useTimeTravel();
  const { isSaving, problem, save } = useSaving();
  const [reportedAt, setReportedAt] = useState<number | null>(null);
  const report = async (moment: number, note: string) => {
    const isSaved = await save({ from: moment - REPORTED_MS, to: moment }, moment, note);
    if (isSaved) setReportedAt(null);
  };
  return (
    <>
      <Tool aria-label="Save recording" word="Save" disabled={isSaving} onClick={() => void save(EVERYTHING, shownAt(), '')}>
        <FileDown aria-hidden="true" />
      </Tool>
      <Tool aria-label="Report this moment" word="Report" disabled={isSaving} onClick={() => setReportedAt(shownAt())}>
        <Flag aria-hidden="true" />
      </Tool>
      {problem !== null && <ToolAlert role="alert">{problem}</ToolAlert>}
      {reportedAt !== null && (
        <ReportDialog
          at={reportedAt}
          isSaving={isSaving}
          onClose={() => setReportedAt(null)}
          onSave={(note) => void report(reportedAt, note)}
        />
      )}
    </>
  );
}
