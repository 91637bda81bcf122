/**
 * The columns of the accounts of sessions: Person, Begin, End, Shared, and the buttons that open, share and remove one; those of the lines of an
 * account: Time, What, Outcome.
 */

import { chakra } from '@chakra-ui/react';
import type { AccountLine, SessionAccount } from '#contract/sessionAccount';
import { accountLink } from '#domain/addresses';
import { cellTimeText, dateTimeText, instantMs } from '#domain/text/dates';
import { Button } from '#ui/Button';
import type { Column } from '#ui/column';
import { pressedOnce } from '#ui/pressedOnce';
import { WrappingText } from '#ui/WrappingText';
import { TimeText } from '#widgets/TimeText';
import { UnderlinedLink } from '#widgets/UnderlinedLink';

/** Returns start and end of a session as text. */
export const spanText = ({ from, to }: SessionAccount): string => `${dateTimeText(from)} to ${dateTimeText(to)}`;

/** The actions of the rows; null while the past is shown, and for users who may not change the account. */
export interface AccountActs {
  /** The id of this session, whose switch is above the list. */
  readonly current: string | null;
  readonly onShare: ((account: SessionAccount) => void) | null;
  readonly onRemove: ((account: SessionAccount) => void) | null;
}

function Acts({ account, current, onShare, onRemove }: AccountActs & { readonly account: SessionAccount }) {
  const { session_id: id, is_own: isOwn, is_shared: isShared, may_remove: mayRemove } = account;
  const isCurrent = id === current;
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" justifyContent="end" gap="8px">
      <UnderlinedLink to={accountLink(id)}>Open</UnderlinedLink>
      {isOwn && !isCurrent && onShare !== null && (
        <Button size="sm" variant="ghost" {...pressedOnce(() => onShare(account))}>
          {isShared ? 'Stop sharing' : 'Share'}
        </Button>
      )}
      {mayRemove && !isCurrent && onRemove !== null && (
        <Button size="sm" variant="raised" onClick={() => onRemove(account)}>
          Remove
        </Button>
      )}
    </chakra.span>
  );
}

const personText = ({ is_own: isOwn, author }: SessionAccount) => (isOwn ? 'You' : author);
const sharedText = ({ is_shared: isShared }: SessionAccount) => (isShared ? 'Shared' : 'Not shared');

/** Returns the columns of the accounts. Memoise the result. */
export function accountColumns(acts: AccountActs): readonly Column<SessionAccount>[] {
  return [
    {
      id: 'from',
      head: 'Begin',
      width: 172,
      narrow: 'title',
      value: ({ from }) => from,
      exportValue: ({ from }) => cellTimeText(from),
      cell: ({ from }) => <TimeText at={from} />,
    },
    {
      id: 'to',
      head: 'End',
      width: 172,
      narrow: 'line',
      value: ({ to }) => to,
      exportValue: ({ to }) => cellTimeText(to),
      cell: (account) => (account.session_id === acts.current ? 'This session' : <TimeText at={account.to} />),
    },
    {
      id: 'person',
      head: 'Person',
      narrow: 'line',
      value: personText,
      cell: (account) => <WrappingText>{personText(account)}</WrappingText>,
    },
    { id: 'shared', head: 'Shared', width: 120, narrow: 'line', value: sharedText, cell: sharedText },
    {
      id: 'acts',
      head: '',
      label: 'Actions',
      width: 260,
      align: 'end',
      narrow: 'action',
      renderInputs: (account) => account,
      cell: (account) => <Acts account={account} {...acts} />,
    },
  ];
}

/** Returns the columns of the lines of an account; `onOpen` leads to the moment of a line, null if there is none. Memoise the result. */
export function lineColumns(onOpen: ((at: number) => void) | null): readonly Column<AccountLine>[] {
  return [
    {
      id: 'at',
      head: 'Time',
      width: 172,
      narrow: 'state',
      value: ({ at }) => at,
      exportValue: ({ at }) => cellTimeText(at),
      cell: ({ at }) => <TimeText at={at} />,
    },
    { id: 'text', head: 'What', narrow: 'title', value: ({ text }) => text, cell: ({ text }) => <WrappingText>{text}</WrappingText> },
    {
      id: 'outcome',
      head: 'Outcome',
      width: 240,
      narrow: 'place',
      value: ({ outcome }) => outcome,
      cell: ({ outcome }) => <WrappingText>{outcome}</WrappingText>,
    },
    ...(onOpen === null ? [] : [momentColumn(onOpen)]),
  ];
}

const momentColumn = (onOpen: (at: number) => void): Column<AccountLine> => ({
  id: 'moment',
  head: '',
  label: 'Actions',
  width: 90,
  align: 'end',
  narrow: 'action',
  renderInputs: ({ at }) => at,
  cell: ({ at }) => {
    const ms = instantMs(at);
    if (ms === null) return null;
    return (
      <Button size="sm" variant="ghost" onClick={() => onOpen(ms)}>
        Go to
      </Button>
    );
  },
});
