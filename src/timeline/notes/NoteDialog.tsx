import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useUnmount } from '#hooks/useUnmount';
import { Button } from '#ui/Button';
import { Dialog } from '#ui/Dialog';
import { useUnsaved } from '#ui/form/leaveGuard';
import { isEnter } from '#ui/keyTargets';
import { Switch } from '#ui/Switch';
import { TextArea } from '#ui/TextArea';
import { type BookNote, isOwnNote, noteProblem, type NoteBook } from '#past/recorder/noteBook';
import { useZoneTexts } from '../zone/TimelineZone.tsx';

interface Props {
  /** The moment, in ms since epoch; the text of an existing note is shown for editing. */
  readonly at: number;
  /** The note that is edited, of several at one moment; by default the person's own one at the moment. */
  readonly edited?: BookNote | undefined;
  readonly notes: readonly BookNote[];
  /** Whether the notes are read; until then the text of an existing note may still arrive. True by default. */
  readonly isRead?: boolean;
  /** Returns the notes once they are read. */
  readonly read?: () => Promise<readonly BookNote[]>;
  /** Whether the server keeps the note, so that it can be shared; null until that is known. */
  readonly isOnServer: boolean | null;
  readonly put: NoteBook['put'];
  readonly onClose: () => void;
}

const ON_SERVER = 'You see it wherever you sign in. While it is kept, so are the ten minutes before and after.';
const IN_BROWSER = 'It stays in this browser, and is deleted with the recording.';

const replacesText = ({ text }: BookNote): string => `This moment has a note: "${text}". Save note replaces it.`;

/**
 * Returns the edited note, otherwise the person's own one of a moment, as it was when the notes were read (null before that), so that the form does not change
 * while the note is being saved. Source: NOTE18.
 */
function useKnownNote({ at, edited, notes, isRead = true }: Props): BookNote | null | undefined {
  const own = (all: readonly BookNote[]) => edited ?? all.find((note) => note.at === at && isOwnNote(note));
  const [known, setKnown] = useState(() => (isRead ? own(notes) : null));
  if (known !== null || !isRead) return known;
  const found = own(notes);
  setKnown(found);
  return found;
}

/**
 * Returns the values of a note's form and the function that saves them: the typed ones; for untouched fields, those of a note that is found later.
 */
function useNoteForm(props: Props) {
  const { at, notes, isRead = true, read, isOnServer, put, onClose } = props;
  const known = useKnownNote(props) ?? undefined;
  // Null while untouched, so that the text of a note that is found later is still shown.
  const [typed, setTyped] = useState<string | null>(null);
  const [wasReadAtTyping, setReadAtTyping] = useState(isRead);
  const [chosen, setShared] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // While this is set, the form is read-only: input during the reading or the save would not be saved.
  const [waitsFor, setWaitsFor] = useState<'notes' | 'answer' | null>(null);
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
    if (waitsFor !== null) return;
    const note = { at, text: text.trim() };
    setWaitsFor(isRead ? 'answer' : 'notes');
    const all = isRead || read === undefined ? notes : await read();
    if (isClosed.current) return;
    // A note that was found only now is shown before it is replaced.
    const isReplaced = !isRead && all.some((one) => one.at === at && isOwnNote(one));
    setWaitsFor(isReplaced ? null : 'answer');
    if (isReplaced) return;
    const of = { id: known?.bookmark?.id, isShared, isLocal: known !== undefined && known.bookmark === undefined };
    const found = noteProblem(note, all, isOnServer === true) ?? (await put({ ...note, ...of }));
    // The form of another note may be open by now.
    if (isClosed.current) return;
    setWaitsFor(null);
    setProblem(found);
    if (found === null) onClose();
  };
  const isChanged = text !== (known?.text ?? '') || isShared !== (known?.bookmark?.isShared === true);
  return { isNew: known === undefined, isChanged, text, type, isShared, setShared, problem: problem ?? replaced, waitsFor, save };
}

/** Renders the form for the note of a moment: text, save, delete. */
export function NoteDialog(props: Props) {
  const { at, isOnServer, onClose } = props;
  const { isNew, isChanged, text, type, isShared, setShared, problem, waitsFor, save } = useNoteForm(props);
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
          <Button variant="solid" size="lg" aria-disabled={waitsFor !== null} onClick={() => void save()}>
            {waitsFor === 'notes' ? 'Reading notes...' : 'Save note'}
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
          readOnly={waitsFor !== null}
          onValue={type}
          problem={problem}
          onKeyDown={(event) => {
            if (!isEnter(event) || event.shiftKey) return;
            event.preventDefault();
            void save();
          }}
        />
      </chakra.div>
      {isOnServer === true && (
        <chakra.div mt="2">
          <Switch isOn={isShared} disabled={waitsFor !== null} onSwitch={setShared}>
            Share within the organisation
          </Switch>
        </chakra.div>
      )}
    </Dialog>
  );
}
