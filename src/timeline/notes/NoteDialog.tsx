import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useUnmount } from '#hooks/useUnmount';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { useUnsaved } from '#ui/form/leaveGuard';
import { Switch } from '#ui/Switch';
import { TextArea } from '#ui/TextArea';
import { type BookNote, isOwnNote, noteProblem, type NoteBook } from '#past/recorder/noteBook';
import { useZoneTexts } from '../zone/TimelineZone.tsx';

interface Props {
  /** The moment, in ms since epoch; the text of an existing note is shown for editing. */
  readonly at: number;
  readonly notes: readonly BookNote[];
  /** Whether the notes are read; until then the text of an existing one may still come. By default they are. */
  readonly isRead?: boolean;
  /** Returns the notes once they are read. */
  readonly read?: () => Promise<readonly BookNote[]>;
  /** Whether the server keeps the note, which can be shared then; null until that is known. */
  readonly isOnServer: boolean | null;
  readonly put: NoteBook['put'];
  readonly onClose: () => void;
}

const ON_SERVER = 'You see it wherever you sign in. While it is kept, so are the ten minutes before and after.';
const IN_BROWSER = 'It stays in this browser, and is deleted with the recording.';

const replacesText = ({ text }: BookNote): string => `This moment has a note: "${text}". Save note replaces it.`;

/** Returns the own note of a moment as it was when the notes were read, null before; a change of it while it is saved shows nothing else. */
function useKnownNote(at: number, notes: readonly BookNote[], isRead: boolean): BookNote | null | undefined {
  const own = (all: readonly BookNote[]) => all.find((note) => note.at === at && isOwnNote(note));
  const [known, setKnown] = useState(() => (isRead ? own(notes) : null));
  if (known !== null || !isRead) return known;
  const found = own(notes);
  setKnown(found);
  return found;
}

/** Returns what the form of a note shows, and its save: what is typed, and of a note that is found later what was not touched. */
function useNoteForm({ at, notes, isRead = true, read, isOnServer, put, onClose }: Props) {
  const known = useKnownNote(at, notes, isRead) ?? undefined;
  // Null while untouched, so that the text of a note that is found later still shows.
  const [typed, setTyped] = useState<string | null>(null);
  const [wasReadAtTyping, setReadAtTyping] = useState(isRead);
  const [chosen, setShared] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // While the notes are read for a save, what is typed would not be saved.
  const [isWaiting, setWaiting] = useState(false);
  const isClosed = useRef(false);
  useUnmount(() => {
    isClosed.current = true;
  });
  const text = typed ?? known?.text ?? '';
  const isShared = chosen ?? known?.bookmark?.isShared === true;
  const replaced = typed !== null && !wasReadAtTyping && known !== undefined ? replacesText(known) : undefined;
  const type = (next: string) => {
    if (typed === null) setReadAtTyping(isRead);
    setTyped(next);
  };
  const save = async () => {
    if (isWaiting) return;
    const note = { at, text: text.trim() };
    setWaiting(!isRead);
    const all = isRead || read === undefined ? notes : await read();
    if (isClosed.current) return;
    setWaiting(false);
    // A note that was found only now is shown before it is replaced.
    if (!isRead && all.some((one) => one.at === at && isOwnNote(one))) return;
    const found = noteProblem(note, all, isOnServer === true) ?? (await put({ ...note, id: known?.bookmark?.id, isShared }));
    setProblem(found);
    if (found === null) onClose();
  };
  const isChanged = text !== (known?.text ?? '') || isShared !== (known?.bookmark?.isShared === true);
  return { isNew: known === undefined, isChanged, text, type, isShared, setShared, problem: problem ?? replaced, isWaiting, save };
}

/** Renders the form for the note of a moment: text, save, delete. */
export function NoteDialog(props: Props) {
  const { at, isOnServer, onClose } = props;
  const { isNew, isChanged, text, type, isShared, setShared, problem, isWaiting, save } = useNoteForm(props);
  const leave = useUnsaved(isChanged);
  const close = () => leave(onClose);
  const field = useRef<HTMLTextAreaElement>(null);
  const { dateTime } = useZoneTexts();
  return (
    <Dialog
      open
      title={isNew ? 'Add note' : 'Edit note'}
      width={480}
      onClose={close}
      focusFirst={field}
      actions={
        <>
          <Button variant="raised" size="lg" onClick={close}>
            Cancel
          </Button>
          <Button variant="solid" size="lg" aria-disabled={isWaiting} onClick={() => void save()}>
            {isWaiting ? 'Reading notes...' : 'Save note'}
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">
        A note on {dateTime(at)}. {isOnServer === null ? '' : isOnServer ? ON_SERVER : IN_BROWSER}
      </chakra.p>
      <chakra.div mt="4">
        <TextArea
          ref={field}
          label="Note"
          hint="Enter saves, Shift and Enter begins a line."
          value={text}
          readOnly={isWaiting}
          onValue={type}
          problem={problem}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void save();
          }}
        />
      </chakra.div>
      {isOnServer === true && (
        <chakra.div mt="2">
          <Switch isOn={isShared} onSwitch={setShared}>
            Share within the organisation
          </Switch>
        </chakra.div>
      )}
    </Dialog>
  );
}
