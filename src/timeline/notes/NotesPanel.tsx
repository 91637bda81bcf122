import { chakra } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
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

type Asked = { readonly kind: 'edit'; readonly at: number } | { readonly kind: 'delete'; readonly note: BookNote } | null;

/** Returns what is to be known of a note beside its text: who shares it, and whether it is sent. */
function placeText({ bookmark }: BookNote): string {
  if (bookmark === undefined) return '';
  const shared = bookmark.author ?? (bookmark.isShared ? 'Shared' : '');
  return [shared, bookmark.isPending ? 'Not sent yet' : ''].filter((part) => part !== '').join(', ');
}

/** Returns the question before a note is deleted; one of somebody else is named as such. */
function questionText({ at, bookmark }: BookNote, { dateTime }: ZoneTexts): string {
  const author = bookmark?.author ?? null;
  return `Delete the note of ${author === null ? '' : `${author} on `}${dateTime(at)}?`;
}

const keyOf = ({ at, bookmark }: BookNote) => bookmark?.id ?? at;

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
  const { send, shownAt } = useTimeTravel();
  const [asked, setAsked] = useState<Asked>(null);
  const zone = useZoneTexts();
  const close = () => setAsked(null);
  return (
    <Panel aria-label="Notes">
      <Head>
        <chakra.span color="fg.muted">{notes.length === 0 && 'No notes yet. B adds one at the shown moment.'}</chakra.span>
        {put !== null && (
          <Button size="sm" variant="raised" aria-keyshortcuts="B" onClick={() => setAsked({ kind: 'edit', at: Math.floor(shownAt()) })}>
            Add note
          </Button>
        )}
      </Head>
      <OlderLeftOut
        answer={{ result: notes.filter(({ bookmark }) => bookmark != null && bookmark.author !== null), has_older: hasOlder }}
        what="shared note"
      />
      <ul>
        {notes.map((note) => (
          <Line key={keyOf(note)}>
            <When dateTime={new Date(note.at).toISOString()}>{zone.dateTime(note.at)}</When>
            <Text>{note.text}</Text>
            {placeText(note) !== '' && <Place>{placeText(note)}</Place>}
            <Acts>
              <Button size="sm" variant="ghost" onClick={() => send({ kind: 'seek', at: note.at })}>
                Go to
              </Button>
              {put !== null && isOwnNote(note) && (
                <IconButton aria-label="Edit note" onClick={() => setAsked({ kind: 'edit', at: note.at })}>
                  <Pencil aria-hidden="true" />
                </IconButton>
              )}
              {put !== null && (isOwnNote(note) || note.bookmark?.mayRemove === true) && (
                <IconButton aria-label="Delete note" onClick={() => setAsked({ kind: 'delete', note })}>
                  <Trash2 aria-hidden="true" />
                </IconButton>
              )}
            </Acts>
          </Line>
        ))}
      </ul>
      {put !== null && asked?.kind === 'edit' && <NoteDialog at={asked.at} {...{ notes, isOnServer, put }} onClose={close} />}
      {put !== null && asked?.kind === 'delete' && (
        <ConfirmDialog
          open
          text={questionText(asked.note, zone)}
          onNo={close}
          onYes={() => {
            void put({ at: asked.note.at, text: '', id: asked.note.bookmark?.id });
            close();
          }}
        />
      )}
    </Panel>
  );
}
