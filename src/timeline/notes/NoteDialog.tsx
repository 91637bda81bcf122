import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { Switch } from '#ui/Switch';
import { TextArea } from '#ui/TextArea';
import { type BookNote, isOwnNote, noteProblem, type NoteBook } from '#past/recorder/noteBook';
import { useZoneTexts } from '../zone/TimelineZone.tsx';

interface Props {
  /** The moment, in ms since epoch; the text of an existing note is shown for editing. */
  readonly at: number;
  readonly notes: readonly BookNote[];
  /** Whether the server keeps the note, which can be shared then. */
  readonly isOnServer: boolean;
  readonly put: NoteBook['put'];
  readonly onClose: () => void;
}

const ON_SERVER = 'You see it wherever you sign in. While it is kept, so are the ten minutes before and after.';
const IN_BROWSER = 'It stays in this browser, and is deleted with the recording.';

/** Renders the form for the note of a moment: text, save, delete. */
export function NoteDialog({ at, notes, isOnServer, put, onClose }: Props) {
  const [known] = useState(() => notes.find((note) => note.at === at && isOwnNote(note)));
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(known?.text ?? '');
  const [isShared, setShared] = useState(known?.bookmark?.isShared === true);
  const [problem, setProblem] = useState<string | null>(null);
  const { dateTime } = useZoneTexts();
  const save = async () => {
    const note = { at, text: text.trim() };
    const found = noteProblem(note, notes, isOnServer) ?? (await put({ ...note, id: known?.bookmark?.id, isShared }));
    setProblem(found);
    if (found === null) onClose();
  };
  return (
    <Dialog
      open
      title={known === undefined ? 'Add note' : 'Edit note'}
      width={480}
      onClose={onClose}
      focusFirst={field}
      actions={
        <>
          <Button variant="raised" size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="solid" size="lg" onClick={() => void save()}>
            Save note
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">
        A note on {dateTime(at)}. {isOnServer ? ON_SERVER : IN_BROWSER}
      </chakra.p>
      <chakra.div mt="4">
        <TextArea
          ref={field}
          label="Note"
          hint="Enter saves, Shift and Enter begins a line."
          value={text}
          onValue={setText}
          problem={problem ?? undefined}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void save();
          }}
        />
      </chakra.div>
      {isOnServer && (
        <chakra.div mt="2">
          <Switch isOn={isShared} onSwitch={setShared}>
            Share within the organisation
          </Switch>
        </chakra.div>
      )}
    </Dialog>
  );
}
