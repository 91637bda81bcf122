import { FileDown, Flag } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { selectTickedAt } from '#state/clock';
import { inCorner, loadable } from '#ui/loadable';
import { withoutMoment } from './moment/momentAddress.ts';
import { useTimeTravel, type TimelinePorts } from '#hooks/TimeTravelContext';
import type { writeRecording } from '#past/file/saveRecording';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import { Tool, ToolAlert } from './bar/barParts.tsx';

const ReportDialog = loadable(async () => (await import('./ReportDialog.tsx')).ReportDialog, { waiting: null, place: inCorner });

/** Writes a file of a recording; null if nothing of it is held. */
type Write = (recorded: RecordedBlocks, author: Parameters<typeof writeRecording>[3]) => ReturnType<typeof writeRecording>;

const writeAll =
  (at: number, { codec }: TimelinePorts): Write =>
  async (recorded, author) =>
    (await import('#past/file/saveRecording')).writeRecording(recorded, { from: -Infinity, to: Infinity }, at, author, codec);

const writeMinutesBefore =
  (at: number, { codec }: TimelinePorts): Write =>
  async (recorded, author) =>
    (await import('#past/file/saveReport')).writeReport(recorded, at, author, codec);

/** Returns a function that saves a file of the recording, and why the last one was not saved, until that is forgotten. */
function useSaving() {
  const { recorded, liveStore, ports } = useTimeTravel();
  const { pathname, search } = useLocation();
  const [state, setState] = useState<{ readonly isSaving: boolean; readonly problem: string | null }>({ isSaving: false, problem: null });
  const save = async (note: string, write: Write): Promise<boolean> => {
    setState({ isSaving: true, problem: null });
    const screen = `${pathname}?${withoutMoment(search)}`;
    const author = { state: liveStore.getState(), config: ports.config, note, screen, writtenAt: selectTickedAt(liveStore.getState()) };
    const file = await recorded('was')
      .then((blocks) => write(blocks, author))
      .catch(() => null);
    if (file !== null) ports.saveBytes(file.content, file.name);
    setState({ isSaving: false, problem: file === null ? 'Nothing was saved: the recording could not be read.' : null });
    return file !== null;
  };
  const forget = () => setState((before) => ({ ...before, problem: null }));
  return { ...state, save, forget, ports };
}

/**
 * Renders the buttons that save the whole recording, and "Report this moment", which saves the minutes before the shown moment with a note. A file that was not
 * saved says so where the person is: in the open dialog, otherwise above the buttons. Source: SAVE6.
 */
export function SaveButtons() {
  const { shownAt } = useTimeTravel();
  const { isSaving, problem, save, forget, ports } = useSaving();
  const [reportedAt, setReportedAt] = useState<number | null>(null);
  const open = (moment: number | null) => {
    forget();
    setReportedAt(moment);
  };
  const report = async (moment: number, note: string) => {
    const isSaved = await save(note, writeMinutesBefore(moment, ports));
    if (isSaved) setReportedAt(null);
  };
  return (
    <>
      <Tool aria-label="Save recording" word="Save" disabled={isSaving} onClick={() => void save('', writeAll(shownAt(), ports))}>
        <FileDown aria-hidden="true" />
      </Tool>
      <Tool aria-label="Report this moment" word="Report" disabled={isSaving} onClick={() => open(shownAt())}>
        <Flag aria-hidden="true" />
      </Tool>
      {problem !== null && reportedAt === null && <ToolAlert role="alert">{problem}</ToolAlert>}
      {reportedAt !== null && (
        <ReportDialog
          at={reportedAt}
          isSaving={isSaving}
          alert={problem}
          onClose={() => open(null)}
          onSave={(note) => void report(reportedAt, note)}
        />
      )}
    </>
  );
}
