import { useState } from 'react';
import { chakra } from '@chakra-ui/react';
import { useZoneTexts } from './zone/TimelineZone.tsx';
import { paragraphProblem } from '#domain/text/fieldText';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { useUnsaved } from '#ui/form/leaveGuard';
import { TextArea } from '#ui/TextArea';

/** Maximum length of a note, in characters. */
const MAX_NOTE = 2_000;

interface Props {
  readonly at: number;
  readonly isSaving: boolean;
  /** Why the report was not saved. */
  readonly alert: string | null;
  readonly onClose: () => void;
  readonly onSave: (note: string) => void;
}

/** Renders the form of "Report this moment", with the note at the beginning of the file. */
export function ReportDialog({ at, isSaving, alert, onClose, onSave }: Props) {
  const { dateTime } = useZoneTexts();
  const [note, setNote] = useState('');
  const problem = paragraphProblem(note, 'A note');
  const leave = useUnsaved(note !== '');
  const close = () => leave(onClose);
  return (
    <Dialog
      open
      title="Report this moment"
      width={480}
      onClose={close}
      actions={
        <>
          <Button variant="raised" size="lg" disabled={isSaving} onClick={close}>
            Cancel
          </Button>
          <Button variant="solid" size="lg" disabled={isSaving || problem !== undefined} onClick={() => onSave(note.trim())}>
            Save report
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">
        Saves the last 5 minutes before {dateTime(at)} as one file. Anybody who has it can open it under Replay, without a server.
      </chakra.p>
      <chakra.div mt="4">
        <TextArea label="Note" value={note} onValue={setNote} maxLength={MAX_NOTE} problem={problem} />
      </chakra.div>
      {alert !== null && (
        <chakra.div mt="4" role="alert">
          <Banner tone="warning">{alert}</Banner>
        </chakra.div>
      )}
    </Dialog>
  );
}
