import { chakra } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';
import { useContext, useState } from 'react';
import { postChangeIncidentNote, postIncidentNote, postRemoveIncidentNote } from '#contract/incidentNote';
import { isNearIncident } from '#domain/incidents/incidentNote';
import { offsetInWords, offsetText } from '#domain/incidents/lifeCycle';
import { dateTimeText } from '#domain/text/dates';
import { countText } from '#domain/text/labels';
import { useSave } from '#hooks/useSave';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { useUnsaved } from '#ui/form/leaveGuard';
import { othersChange } from '#ui/form/othersChange';
import { IconButton } from '#ui/IconButton';
import { Section } from '#ui/Section';
import { NoteField } from './NoteField.tsx';
import { RoomHeadContext, useRoom } from './RoomContext.ts';
import { momentText } from './RoomControls.tsx';
import type { RoomNote, RoomNotes as Notes } from './useRoomNotes.ts';

const List = chakra('ol', { base: { maxHeight: '420px', overflowY: 'auto', mb: '8px' } });
const Line = chakra('li', {
  base: { display: 'flex', alignItems: 'flex-start', columnGap: '4px', borderBottom: '1px solid', borderColor: 'border.muted' },
});
const Seek = chakra('button', {
  base: {
    flex: 1,
    minWidth: 0,
    minHeight: { base: '44px', lg: '36px' },
    px: '6px',
    py: '6px',
    textAlign: 'start',
    _hover: { bg: 'bg.muted' },
    '&:focus-visible': { outlineOffset: '-2px' },
  },
});
const Meta = chakra('span', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '10px',
    color: 'fg.muted',
    fontSize: '13px',
    fontVariantNumeric: 'tabular-nums',
  },
});
const Text = chakra('span', { base: { display: 'block', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } });
const Actions = chakra('span', { base: { display: 'flex', flex: 'none' } });

/** Renders the field for a new note at the playhead's instant; the playback pauses while the person writes. */
function NewNote({ refresh }: Pick<Notes, 'refresh'>) {
  const { incident, errorAt, send } = useRoom();
  const { at } = useContext(RoomHeadContext);
  const { newId } = useTimeTravel().ports;
  const [text, setText] = useState('');
  // The id of the new note, so that a second attempt saves the same note.
  const [id, setId] = useState(newId);
  const { save, isSaving, alert, isPossible } = useSave(postIncidentNote, {
    onSaved: () => {
      setText('');
      setId(newId);
    },
    onSettled: refresh,
  });
  useUnsaved(text !== '');
  if (!isPossible) return null;
  const change = (typed: string) => {
    if (text === '') send({ kind: 'pause' });
    setText(typed);
  };
  return (
    <NoteField
      label="Note"
      hint={`At ${momentText(at)}, ${offsetInWords(at - errorAt)}`}
      text={text}
      onText={change}
      alert={alert}
      isSaving={isSaving}
      isDisabled={!isNearIncident(at, errorAt)}
      action="Add note"
      onSave={(typed) =>
        save({ params: { id: incident.incident_id }, body: { note_id: id, at: new Date(Math.round(at)).toISOString(), text: typed } })
      }
    />
  );
}

interface NoteProps extends Pick<Notes, 'refresh'> {
  readonly note: RoomNote;
  /** Whether somebody removed it while it is edited. */
  readonly isRemoved: boolean;
  readonly onDone: () => void;
}

const REMOVED = 'Removed by somebody else meanwhile';

/** Focuses an element that replaces the focused one, unless the focus has moved elsewhere meanwhile. */
function focusShown(element: HTMLElement | null): void {
  if (document.activeElement?.contains(element) === true) element?.focus();
}

/** Renders the form of a note. Source: FORM1, IROOM16. */
function EditedNote({ note, isRemoved, refresh, onDone }: NoteProps) {
  const { incident_id: id } = useRoom().incident;
  // Null while nothing is typed: the field then follows the note, which others may change. `known` is its text when the typing began.
  const [typed, setTyped] = useState<{ readonly text: string; readonly known: string } | null>(null);
  const text = typed?.text ?? note.text;
  const isOfOthers = typed !== null && note.text !== typed.known && note.text !== text;
  const leave = useUnsaved(text !== note.text);
  const { save, isSaving, alert, isPossible } = useSave(postChangeIncidentNote, { onSaved: onDone, onSettled: refresh });
  return (
    <NoteField
      label="Change note"
      hint={isRemoved ? REMOVED : isOfOthers ? othersChange(note.text) : undefined}
      text={text}
      onText={(next) => setTyped({ text: next, known: typed?.known ?? note.text })}
      alert={alert}
      isSaving={isSaving}
      isDisabled={!isPossible || isRemoved}
      action="Save note"
      fieldRef={focusShown}
      onSave={() => save({ params: { id, note_id: note.note_id }, body: { text, expected_text: note.text } })}
    >
      <Button size="sm" variant="ghost" disabled={isSaving} onClick={() => leave(onDone)}>
        Cancel
      </Button>
    </NoteField>
  );
}

interface OneNoteProps extends Omit<NoteProps, 'onDone'> {
  /** Called when its form opens (the note), and when that closes (null). */
  readonly onEdited: (id: string, note: RoomNote | null) => void;
}

function OneNote({ note, isRemoved, refresh, onEdited }: OneNoteProps) {
  const { incident, errorAt, jump } = useRoom();
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const { save, isPossible } = useSave(postRemoveIncidentNote, { failsAs: 'toastOnly', onSettled: refresh });
  const close = () => {
    setAsked(null);
    onEdited(note.note_id, null);
  };
  const edit = () => {
    setAsked('edit');
    onEdited(note.note_id, note);
    setWasEdited(true);
  };
  const written = dateTimeText(note.written_at);
  const changed =
    note.changed_at == null || note.changed_at === '' ? null : `changed ${dateTimeText(note.changed_at)} by ${note.changed_by ?? ''}`;
  if (asked === 'edit')
    return (
      <Line>
        <EditedNote note={note} isRemoved={isRemoved} refresh={refresh} onDone={close} />
      </Line>
    );
  return (
    <Line>
      <Seek type="button" onClick={() => jump(note.at)}>
        <Meta>
          <span>{momentText(note.at)}</span>
          <span>{offsetText(note.at - errorAt)}</span>
          <strong>{note.author}</strong>
          <span>{[written, changed].filter((part) => part !== null).join(', ')}</span>
        </Meta>
        <Text>{note.text}</Text>
      </Seek>
      {isPossible && note.may_change && (
        <Actions>
          <IconButton aria-label="Edit note" onClick={edit} {...(wasEdited ? { ref: focusShown } : {})}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton aria-label="Delete note" onClick={() => setAsked('remove')}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </Actions>
      )}
      {asked === 'remove' && (
        <ConfirmDialog
          open
          text={`Delete the note of ${note.author} at ${momentText(note.at)}?`}
          onNo={close}
          onYes={() => {
            save({ params: { id: incident.incident_id, note_id: note.note_id } });
            close();
          }}
        />
      )}
    </Line>
  );
}

/**
 * Returns the notes with those that are edited but no longer listed, so that their forms keep what is typed: somebody removed them, or there is no answer at
 * the shown moment. Source: IROOM16.
 */
function useKeptNotes(notes: readonly RoomNote[]) {
  const [edited, setEdited] = useState<ReadonlyMap<string, RoomNote>>(new Map());
  const onEdited = (id: string, note: RoomNote | null) =>
    setEdited((before) => new Map([...before].filter(([other]) => other !== id).concat(note === null ? [] : [[id, note]])));
  const listed = new Set(notes.map(({ note_id: id }) => id));
  const missing = [...edited.values()].filter(({ note_id: id }) => !listed.has(id));
  return { kept: missing.length === 0 ? notes : [...notes, ...missing].toSorted((one, other) => one.at - other.at), missing, onEdited };
}

/** Renders "Notes": people's notes on the minutes around the incident, sorted by instant, and the field for a new one. */
export function RoomNotes({ notes: { notes, isKnown, isLoading, isUnknown, isFailed, refresh } }: { readonly notes: Notes }) {
  const { kept, missing, onEdited } = useKeptNotes(notes);
  const count = isKnown ? countText(notes.length, 'note') : undefined;
  return (
    <Section title="Notes" end={isLoading ? 'Loading' : count}>
      {isFailed && (
        <Banner tone="warning" action={<Button onClick={refresh}>Try Again</Button>}>
          The notes could not be loaded
        </Banner>
      )}
      {isUnknown && <Banner tone="quiet">Not known at that time</Banner>}
      {kept.length > 0 && (
        <List aria-label="Notes on the incident">
          {kept.map((note) => (
            <OneNote key={note.note_id} note={note} isRemoved={isKnown && missing.includes(note)} refresh={refresh} onEdited={onEdited} />
          ))}
        </List>
      )}
      <NewNote refresh={refresh} />
    </Section>
  );
}
