import { chakra } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useContext, useState } from 'react';
import { postChangeIncidentNote, postIncidentNote, postRemoveIncidentNote } from '#contract/incidentNote';
import { incidentNoteProblem, isNearIncident } from '#domain/incidents/incidentNote';
import { offsetInWords, offsetText } from '#domain/incidents/lifeCycle';
import { dateTimeText } from '#domain/text/dates';
import { countText } from '#domain/text/labels';
import { useSave } from '#hooks/useSave';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { useUnsaved } from '#ui/form/leaveGuard';
import { IconButton } from '#ui/IconButton';
import { Section } from '#ui/Section';
import { TextArea } from '#ui/TextArea';
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
const Form = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '8px', py: '6px', flex: 1, minWidth: 0 } });
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' } });

interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The error of the last attempt. */
  readonly alert: string | undefined;
  readonly isSaving: boolean;
  readonly onSave: (text: string) => void;
  /** The word of its button. */
  readonly action: string;
  readonly fieldRef?: Ref<HTMLTextAreaElement>;
  readonly children?: ReactNode;
}

/** Renders the field of a note with its button; the text stays until it is saved. */
function NoteField({ label, hint, text, onText, alert, isSaving, onSave, action, fieldRef, children }: FieldProps) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const save = () => {
    const found = incidentNoteProblem(text);
    setProblem(found);
    if (found === undefined) onSave(text);
  };
  const change = (typed: string) => {
    setProblem(undefined);
    onText(typed);
  };
  return (
    <Form>
      <TextArea
        label={label}
        value={text}
        onValue={change}
        problem={problem ?? alert}
        ref={fieldRef}
        {...(hint === undefined ? {} : { hint })}
      />
      <Buttons>
        <Button size="sm" variant="raised" disabled={isSaving} onClick={save}>
          {action}
        </Button>
        {children}
      </Buttons>
    </Form>
  );
}

/** Renders the field for a new note at the playhead's instant; the playback pauses while somebody writes. */
function NewNote({ refresh }: Pick<Notes, 'refresh'>) {
  const { incident, errorAt, send } = useRoom();
  const { at } = useContext(RoomHeadContext);
  const { newId } = useTimeTravel().ports;
  const [text, setText] = useState('');
  // The id of the note that is written, so that a second attempt is the same note.
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
      isSaving={isSaving || !isNearIncident(at, errorAt)}
      action="Add note"
      onSave={(typed) =>
        save({ params: { id: incident.incident_id }, body: { note_id: id, at: new Date(Math.round(at)).toISOString(), text: typed } })
      }
    />
  );
}

interface NoteProps extends Pick<Notes, 'refresh'> {
  readonly note: RoomNote;
  readonly onDone: () => void;
}

/** Focuses an element that takes the place of the focused one, unless the focus is elsewhere by now. */
function focusShown(element: HTMLElement | null): void {
  if (document.activeElement?.contains(element) === true) element?.focus();
}

function EditedNote({ note, refresh, onDone }: NoteProps) {
  const { incident_id: id } = useRoom().incident;
  const [text, setText] = useState(note.text);
  const leave = useUnsaved(text !== note.text);
  const { save, isSaving, alert, isPossible } = useSave(postChangeIncidentNote, { onSaved: onDone, onSettled: refresh });
  return (
    <NoteField
      label="Change note"
      text={text}
      onText={setText}
      alert={alert}
      isSaving={isSaving || !isPossible}
      action="Save note"
      fieldRef={focusShown}
      onSave={(typed) => save({ params: { id, note_id: note.note_id }, body: { text: typed } })}
    >
      <Button size="sm" variant="ghost" onClick={() => leave(onDone)}>
        Cancel
      </Button>
    </NoteField>
  );
}

function OneNote({ note, refresh }: Omit<NoteProps, 'onDone'>) {
  const { incident, errorAt, jump } = useRoom();
  const [asked, setAsked] = useState<'edit' | 'remove' | null>(null);
  const [wasEdited, setWasEdited] = useState(false);
  const { save, isPossible } = useSave(postRemoveIncidentNote, { failsAs: 'toast', onSettled: refresh });
  const close = () => setAsked(null);
  const edit = () => {
    setAsked('edit');
    setWasEdited(true);
  };
  const written = dateTimeText(note.written_at);
  const changed =
    note.changed_at == null || note.changed_at === '' ? null : `changed ${dateTimeText(note.changed_at)} by ${note.changed_by ?? ''}`;
  if (asked === 'edit')
    return (
      <Line>
        <EditedNote note={note} refresh={refresh} onDone={close} />
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

/** Renders "Notes": what people wrote on the minutes around the incident, by the instants that it is about, and the field for a new one. */
export function RoomNotes({ notes: { notes, isLoading, isUnknown, isFailed, refresh } }: { readonly notes: Notes }) {
  return (
    <Section title="Notes" end={isLoading ? 'Loading' : countText(notes.length, 'note')}>
      {isFailed && (
        <Banner tone="warning" action={<Button onClick={refresh}>Try Again</Button>}>
          The notes could not be loaded
        </Banner>
      )}
      {isUnknown && <Banner tone="quiet">Not known at that time</Banner>}
      {notes.length > 0 && (
        <List aria-label="Notes on the incident">
          {notes.map((note) => (
            <OneNote key={note.note_id} note={note} refresh={refresh} />
          ))}
        </List>
      )}
      <NewNote refresh={refresh} />
    </Section>
  );
}
