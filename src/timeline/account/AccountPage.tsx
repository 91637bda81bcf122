import { chakra } from '@chakra-ui/react';
import { useObservableState } from 'observable-hooks';
import { useId, useMemo, useState } from 'react';
import { from, map, of, catchError } from 'rxjs';
import { dateTimeText } from '#domain/text/dates';
import { selectOwnName } from '#state/session';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { Modal } from '#ui/Modal';
import { useAriaModal } from '#ui/urgentLayers';
import { WrappingText } from '#ui/WrappingText';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useLiveSelector } from '#hooks/useLiveSelector';
import type { RecordedMark, TimelineData } from '#streams/recording/timeline';
import { errorLine } from '../moment/ErrorFlag.tsx';
import './account.css';
import { EMPTY_ACCOUNT, extendAccount, withErrors, type AccountEntry, type Names, type SessionAccount } from '#past/account/sessionAccount';

const Paper = chakra('div', {
  base: {
    width: '100%',
    p: { base: '16px', md: '28px' },
    outline: 'none',
  },
});
const Sheet = chakra('div', { base: { maxWidth: '960px', mx: 'auto' } });
const Head = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' } });
const Title = chakra('h2', { base: { textStyle: 'title', fontSize: { base: '20px', md: '22px' }, mr: 'auto' } });
const Whose = chakra('p', { base: { color: 'fg.muted', my: '8px' } });

interface EntryRow extends AccountEntry {
  readonly key: string;
}

// Not sortable: an account is read in the order of events.
const columns: readonly Column<EntryRow>[] = [
  { id: 'at', head: 'Time', cell: ({ at }) => dateTimeText(at), value: ({ at }) => at, width: 180, narrow: 'state' },
  { id: 'what', head: 'What', cell: ({ text }) => <WrappingText>{text}</WrappingText>, value: ({ text }) => text, narrow: 'title' },
  {
    id: 'outcome',
    head: 'Outcome',
    cell: ({ outcome }) => <WrappingText>{outcome}</WrappingText>,
    value: ({ outcome }) => outcome,
    width: 240,
    narrow: 'action',
  },
];
const EMPTY: TimelineData = { density: new Map(), marks: [] };
const keyOfRow = ({ key }: EntryRow) => key;
// A link to a screen changes nothing.
const TONES = { screen: 'old', error: 'error' } as const satisfies Partial<Record<AccountEntry['kind'], string>>;
const toneOfRow = ({ kind }: EntryRow) => (kind === 'screen' || kind === 'error' ? TONES[kind] : undefined);

/** Reads the account of a whole recording; an unreadable block is skipped and counted. */
async function readAccount({ blocks, block }: RecordedBlocks, names: Names): Promise<SessionAccount & { readonly unread: number }> {
  let [account, unread] = [EMPTY_ACCOUNT, 0];
  for (const entry of await blocks()) {
    const events = await block(entry).catch(() => null);
    if (events === null) unread += 1;
    else account = extendAccount(account, entry.log, events, names);
  }
  return { ...account, unread };
}

/** Returns an account with the errors of devices up to its end, which are marks of the timeline. */
function useWithErrors({ entries, endsAt }: SessionAccount): readonly AccountEntry[] {
  const { timeline$, liveStore } = useTimeTravel();
  const { marks } = useObservableState(timeline$, EMPTY);
  return useMemo(() => {
    const errors = marks.filter(({ kind, at }) => kind === 'error' && at <= endsAt);
    const entryOf = (mark: RecordedMark): AccountEntry => ({
      at: mark.at,
      kind: 'error',
      text: errorLine(liveStore.getState(), mark),
      outcome: '',
    });
    return withErrors(entries, errors.map(entryOf));
  }, [entries, endsAt, marks, liveStore]);
}

function Entries({ account }: { readonly account: SessionAccount }) {
  const entries = useWithErrors(account);
  const rows = useMemo(() => entries.map((entry, index): EntryRow => ({ ...entry, key: String(index) })), [entries]);
  return (
    <DataTable whole paged={false} name="account" label="Account" columns={columns} rows={rows} rowKey={keyOfRow} rowTone={toneOfRow} />
  );
}

const partsText = (unread: number) =>
  `${String(unread)} ${unread === 1 ? 'part' : 'parts'} of the recording could not be read and ${unread === 1 ? 'is' : 'are'} missing here.`;

interface Props {
  readonly onClose: () => void;
}

/**
 * Renders "Account of this session": the actions of the person in the recording (Time, What, Outcome), and devices that went into error, as
 * a page to print.
 */
export function AccountPage({ onClose }: Props) {
  const { recorded, recording, ports } = useTimeTravel();
  const own = useLiveSelector(selectOwnName);
  const id = useId();
  const ariaModal = useAriaModal();
  const [account$] = useState(() =>
    from(Promise.all([recorded(), ports.names()]).then((loaded) => readAccount(...loaded))).pipe(
      map((read) => ({ read })),
      catchError(() => of({ read: null })),
    ),
  );
  const account = useObservableState(account$);
  const read = account?.read;
  const first = read?.entries[0];
  return (
    <Modal place="page" closeOnScrim={false} onClose={onClose}>
      <Paper className="printed" role="dialog" aria-modal={ariaModal} aria-labelledby={id} tabIndex={-1}>
        <Sheet>
          <Head>
            <Title id={id}>Account of this session</Title>
            <Button variant="raised" onClick={() => window.print()}>
              Print
            </Button>
            <Button variant="ghost" onClick={onClose}>
              Close
            </Button>
          </Head>
          {account === undefined && <p role="status">Reading the recording</p>}
          {read === null && <p role="alert">The recording could not be read.</p>}
          {read != null && (
            <>
              <Whose>
                {recording?.by ?? own}
                {first !== undefined && `, ${dateTimeText(first.at)} to ${dateTimeText(read.endsAt)}`}
              </Whose>
              {read.unread > 0 && <p role="alert">{partsText(read.unread)}</p>}
              {first === undefined ? <p>Nothing was done in this recording.</p> : <Entries account={read} />}
            </>
          )}
        </Sheet>
      </Paper>
    </Modal>
  );
}
