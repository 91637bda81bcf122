import { chakra } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { ConfirmDialog } from '#ui/ConfirmDialog';
import { IconButton } from '#ui/IconButton';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { type BookNote, isOwnNote, type NoteBook } from '#past/recorder/noteBook';
import { type ZoneTexts, useZoneTexts } from '../zone/TimelineZone.tsx';
import { NoteDialog } from './NoteDialog.tsx';

const Panel = chakra('section', {
  base: {
    maxHeight: '30dvh',
    '@media (max-height: 500px)': { maxHeight: '72px' },
    overflow: 'auto',
    // Room for the focus ring.
    p: '2px',
  },
});
const Head = chakra('div', { base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px' } });
const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: { base: 'wrap', md: 'nowrap' },
    columnGap: '12px',
    py: '2px',
    borderTop: '1px solid',
    borderColor: 'border',
  },
});
const When = chakra('time', { base: { color: 'fg.muted', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } });
const Text = chakra('span', {
  base: {
    flex: { base: '1 0 100%', md: 1 },
    order: { base: 1, md: 0 },
    minWidth: 0,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
});
const Place = chakra('span', { base: { color: 'fg.muted', fontSize: '13px', flex: 'none' } });
const Acts = chakra('span', { base: { display: 'flex', alignItems: 'center', flex: 'none', ml: 'auto' } });

/** In view wherever the list is scrolled to. */
const Refusal = chakra('div', { base: { position: 'sticky', top: 0, zIndex: 1, my: '4px' } });

type Asked =
  | { readonly kind: 'edit'; readonly at: number; readonly edited?: BookNote }
  | { readonly kind: 'delete'; readonly note: BookNote }
  | null;

/** Returns the facts about a note besides its text: who shares it, and whether it is sent. */
function placeText({ bookmark }: BookNote): string {
  if (bookmark === undefined) return '';
  const shared = bookmark.author ?? (bookmark.isShared ? 'Shared' : '');
  return [shared, bookmark.isPending ? 'Not sent yet' : ''].filter((part) => part !== '').join(', ');
}

/** Returns the confirmation question before a note is deleted; it says if the note belongs to somebody else. */
function questionText({ at, bookmark }: BookNote, { dateTime }: ZoneTexts): string {
  const author = bookmark?.author ?? null;
  return `Delete the note of ${author === null ? '' : `${author} on `}${dateTime(at)}?`;
}

/** Returns the function that deletes a note, and why the last one was not deleted, until that is forgotten. Source: NOTE16. */
function useRemoving(put: NoteBook['put'] | null, { dateTime }: ZoneTexts) {
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async ({ at, bookmark }: BookNote) => {
    const reason = put === null ? null : await put({ at, text: '', id: bookmark?.id, isLocal: bookmark === undefined });
    setProblem(reason === null ? null : `The note of ${dateTime(at)} was not deleted. ${reason}`);
  };
  return { problem, remove, forget: () => setProblem(null) };
}

const keyOf = ({ at, bookmark }: BookNote) => bookmark?.id ?? at;

interface LineProps {
  readonly note: BookNote;
  readonly zone: ZoneTexts;
  readonly isChangeable: boolean;
  readonly ask: (next: Asked) => void;
}

/** Renders a note of the list, with the link to its moment and what the person may do with it. */
function NoteLine({ note, zone, isChangeable, ask }: LineProps) {
  const { send } = useTimeTravel();
  return (
    <Line>
      <When dateTime={new Date(note.at).toISOString()}>{zone.dateTime(note.at)}</When>
      <Text>{note.text}</Text>
      {placeText(note) !== '' && <Place>{placeText(note)}</Place>}
      <Acts>
        <Button size="sm" variant="ghost" onClick={() => send({ kind: 'seek', at: note.at })}>
          Go to
        </Button>
        {isChangeable && isOwnNote(note) && (
          <IconButton aria-label="Edit note" onClick={() => ask({ kind: 'edit', at: note.at, edited: note })}>
            <Pencil aria-hidden="true" />
          </IconButton>
        )}
        {isChangeable && (isOwnNote(note) || note.bookmark?.mayRemove === true) && (
          <IconButton aria-label="Delete note" onClick={() => ask({ kind: 'delete', note })}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </Acts>
    </Line>
  );
}

interface Props {
  /** Null if notes cannot be changed. */
  readonly put: NoteBook['put'] | null;
  readonly notes: readonly BookNote[];
  /** Whether the server keeps them. */
  readonly isOnServer: boolean;
  /** Whether the oldest shared notes of others are left out. */
  readonly hasOlder: boolean;
}

/** Renders the list of the recording's notes, each with a link to its moment. */
export function NotesPanel({ notes, put, isOnServer, hasOlder }: Props) {
  const { shownAt } = useTimeTravel();
  const [asked, setAsked] = useState<Asked>(null);
  const zone = useZoneTexts();
  const { problem, remove, forget } = useRemoving(put, zone);
  const ask = (next: Asked) => {
    forget();
    setAsked(next);
  };
  const close = () => setAsked(null);
  return (
    <Panel aria-label="Notes">
      <Head>
        <chakra.span color="fg.muted">{notes.length === 0 && 'No notes yet. B adds one at the shown moment.'}</chakra.span>
        {put !== null && (
          <Button size="sm" variant="raised" aria-keyshortcuts="B" onClick={() => ask({ kind: 'edit', at: Math.floor(shownAt()) })}>
            Add note
          </Button>
        )}
      </Head>
      {problem !== null && (
        <Refusal role="alert">
          <Banner tone="warning">{problem}</Banner>
        </Refusal>
      )}
      <OlderLeftOut
        answer={{ result: notes.filter(({ bookmark }) => bookmark != null && bookmark.author !== null), has_older: hasOlder }}
        what="shared note"
      />
      <ul>
        {notes.map((note) => (
          <NoteLine key={keyOf(note)} note={note} zone={zone} isChangeable={put !== null} ask={ask} />
        ))}
      </ul>
      {put !== null && asked?.kind === 'edit' && (
        <NoteDialog at={asked.at} edited={asked.edited} {...{ notes, isOnServer, put }} onClose={close} />
      )}
      {put !== null && asked?.kind === 'delete' && (
        <ConfirmDialog
          open
          text={questionText(asked.note, zone)}
          onNo={close}
          onYes={() => {
            void remove(asked.note);
            close();
          }}
        />
      )}
    </Panel>
  );
}
