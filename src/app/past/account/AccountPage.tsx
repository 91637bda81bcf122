import { chakra } from '@chakra-ui/react';
import { useObservableState } from 'observable-hooks';
import { useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { from, map, of, catchError } from 'rxjs';
import { dateTimeText } from '#domain/text/dates';
import { selectOwnName } from '#state/session';
import { Button } from '#ui/Button';
import { useDismiss } from '#ui/useDismiss';
import { useFocusTrap } from '#ui/useFocusTrap';
import type { RecordedBlocks } from '../recordedBlocks.ts';
import { useTimeTravel } from '../TimeTravelContext.ts';
import { useLiveSelector } from '../useLiveSelector.ts';
import './account.css';
import { EMPTY_ACCOUNT, extendAccount, type AccountEntry, type Names, type SessionAccount } from './sessionAccount.ts';

const Paper = chakra('div', {
  base: {
    position: 'fixed',
    inset: 0,
    zIndex: 'dialog',
    overflow: 'auto',
    p: { base: '16px', md: '28px' },
    bg: 'bg.panel',
    color: 'fg',
    outline: 'none',
    '& > .sheet': { maxWidth: '960px', mx: 'auto' },
    '& .head': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
    '& h2': { textStyle: 'title', fontSize: { base: '20px', md: '22px' }, mr: 'auto' },
    '& .whose': { color: 'fg.muted', my: '8px' },
    '& table': { width: '100%', borderCollapse: 'collapse' },
    '& th': { textAlign: 'start', fontWeight: 600, color: 'fg.muted' },
    '& th, & td': {
      py: '6px',
      pe: '12px',
      verticalAlign: 'top',
      borderBottom: '1px solid',
      borderColor: 'border',
      overflowWrap: 'anywhere',
    },
    '& td': { overflowWrap: 'anywhere' },
    '& .at': { whiteSpace: { md: 'nowrap' }, fontVariantNumeric: 'tabular-nums', color: 'fg.muted' },
    '& .screen td': { color: 'fg.muted' },
    '& tr': { breakInside: 'avoid' },
  },
});

/** Reads the account of a whole recording; a block that cannot be read is left out and counted. */
async function readAccount({ blocks, block }: RecordedBlocks, names: Names): Promise<SessionAccount & { readonly unread: number }> {
  let [account, unread] = [EMPTY_ACCOUNT, 0];
  for (const { id, log } of await blocks()) {
    const events = await block(id).catch(() => null);
    if (events === null) unread += 1;
    else account = extendAccount(account, log, events, names);
  }
  return { ...account, unread };
}

function Entries({ entries }: { readonly entries: readonly AccountEntry[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">What</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ at, kind, text, outcome }, index) => (
          <tr key={index} className={kind}>
            <td className="at">{dateTimeText(at)}</td>
            <td>{text}</td>
            <td>{outcome}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const partsText = (unread: number) =>
  `${String(unread)} ${unread === 1 ? 'part' : 'parts'} of the recording could not be read and ${unread === 1 ? 'is' : 'are'} missing here.`;

interface Props {
  readonly onClose: () => void;
}

/** Renders what the person did in the recording, with local times, as a page that is printed alone. */
export function AccountPage({ onClose }: Props) {
  const { recorded, recording, names } = useTimeTravel();
  const own = useLiveSelector(selectOwnName);
  const id = useId();
  const part = useRef<HTMLDivElement>(null);
  useFocusTrap(part);
  useDismiss(part, null, (by) => by === 'escape' && onClose());
  const [account$] = useState(() =>
    from(recorded().then((blocks) => readAccount(blocks, names))).pipe(
      map((read) => ({ read })),
      catchError(() => of({ read: null })),
    ),
  );
  const account = useObservableState(account$);
  const read = account?.read;
  const first = read?.entries[0];
  return createPortal(
    <Paper ref={part} className="printed" role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1}>
      <div className="sheet">
        <div className="head">
          <h2 id={id}>Account of this session</h2>
          <Button variant="raised" onClick={() => window.print()}>
            Print
          </Button>
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
        </div>
        {account === undefined && <p role="status">Reading the recording</p>}
        {read === null && <p role="alert">The recording could not be read.</p>}
        {read != null && (
          <>
            <p className="whose">
              {recording?.by ?? own}
              {first !== undefined && `, ${dateTimeText(first.at)} to ${dateTimeText(read.endsAt)}`}
            </p>
            {read.unread > 0 && <p role="alert">{partsText(read.unread)}</p>}
            {first === undefined ? <p>Nothing was done in this recording.</p> : <Entries entries={read.entries} />}
          </>
        )}
      </div>
    </Paper>,
    document.body,
  );
}
