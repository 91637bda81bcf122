/**
 * The columns of a list of users: Name, Family Name, Email, Locale, User Type, Status, Enabled, MFA Enabled, Created; buttons of an
 * invitation.
 */

import { chakra } from '@chakra-ui/react';
import { Ban, Send, Trash2 } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { ManagedUser } from '#contract/user';
import { isBlocked } from '#domain/people/accountActions';
import { foundIn } from '#domain/text/foundIn';
import { MISSING } from '#domain/text/numbers';
import { toTitleCase } from '#domain/text/titleCase';
import { yesNo } from '#domain/text/yesNo';
import type { Column } from '#ui/column';
import { EmailText } from '#ui/EmailText';
import { IconButton } from '#ui/IconButton';
import { TimeText } from '#widgets/TimeText';
import { UserAccountMenu } from './AccountMenu.tsx';

/** The actions for the invitation of a row. */
export interface InvitationActs {
  readonly isOffered: (user: ManagedUser) => boolean;
  /** True while an action runs: only one runs at a time. */
  readonly isBusy: boolean;
  readonly resend: (email: string) => void;
  readonly revoke: (email: string) => void;
}

/** Null if invitations cannot be managed. */
export const InvitationContext = createContext<InvitationActs | null>(null);

function InvitationButtons({ user }: { readonly user: ManagedUser }) {
  const actions = useContext(InvitationContext);
  if (actions?.isOffered(user) !== true) return null;
  return (
    <chakra.span display="inline-flex" gap="4px">
      <IconButton
        aria-label={`Send the invitation of ${user.email} again`}
        disabled={actions.isBusy}
        onClick={() => actions.resend(user.email)}
      >
        <Send aria-hidden="true" />
      </IconButton>
      <IconButton
        aria-label={`Revoke the invitation of ${user.email}`}
        disabled={actions.isBusy}
        onClick={() => actions.revoke(user.email)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </chakra.span>
  );
}

// The address above it keeps the column from being as narrow as one letter.
const NextAddress = chakra('span', {
  base: {
    display: 'block',
    pb: '5px',
    color: 'fg.muted',
    fontSize: '12px',
    lineHeight: '16px',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
});

/** Renders the address of a user and, below it, the one that it changes to. Source: NEWMAIL6. */
function EmailCell({ user: { email, new_email } }: { readonly user: ManagedUser }) {
  if (new_email == null || new_email === '') return <EmailText email={email} />;
  return (
    <span>
      <EmailText email={email} />
      <NextAddress>{`Not confirmed yet: ${new_email}`}</NextAddress>
    </span>
  );
}

const filtered = (placeholder: string) => ({ sort: 'text', filter: { kind: 'text', placeholder } }) as const;
const statusOf = ({ status }: ManagedUser) => toTitleCase(status);

/** The columns of a list of users. Source: USER-005. */
const columns: readonly Column<ManagedUser>[] = [
  {
    id: 'name',
    head: 'Name',
    width: 105,
    ...filtered('Name'),
    narrow: 'title',
    value: ({ name }) => name,
    cell: ({ name, family_name }) => <strong>{name || (family_name ? '' : MISSING)}</strong>,
  },
  {
    id: 'family_name',
    head: 'Family Name',
    width: 115,
    ...filtered('Family Name'),
    narrow: 'title',
    value: ({ family_name }) => family_name,
    cell: ({ family_name }) => <strong>{family_name}</strong>,
  },
  {
    id: 'email',
    head: 'Email',
    ...filtered('Email'),
    narrow: 'line',
    value: ({ email }) => email,
    matches: ({ email, new_email }, wanted) => [email, new_email ?? ''].some((address) => foundIn(address, wanted)),
    renderInputs: ({ email, new_email }) => [email, new_email],
    cell: (user) => <EmailCell user={user} />,
  },
  {
    id: 'locale',
    head: 'Locale',
    width: 84,
    narrow: 'more',
    filter: { kind: 'values' },
    value: ({ locale }) => locale,
    cell: ({ locale }) => locale || MISSING,
  },
  {
    id: 'user_type',
    head: 'User Type',
    width: 150,
    sort: 'text',
    narrow: 'place',
    filter: { kind: 'values' },
    value: ({ user_type }) => toTitleCase(user_type),
    cell: ({ user_type }) => toTitleCase(user_type) || MISSING,
  },
  {
    id: 'status',
    head: 'Status',
    width: 110,
    sort: 'text',
    filter: { kind: 'values' },
    narrow: 'state',
    value: statusOf,
    cell: (user) => statusOf(user) || MISSING,
  },
  {
    id: 'enabled',
    head: 'Enabled',
    width: 80,
    narrow: 'more',
    filter: { kind: 'values' },
    value: ({ enabled }) => yesNo(enabled),
    cell: ({ enabled }) => yesNo(enabled),
  },
  {
    id: 'mfa_enabled',
    head: 'MFA Enabled',
    width: 110,
    narrow: 'more',
    filter: { kind: 'values' },
    value: ({ mfa_enabled }) => yesNo(mfa_enabled),
    cell: ({ mfa_enabled }) => yesNo(mfa_enabled),
  },
  {
    id: 'created',
    head: 'Created',
    width: 110,
    sort: 'text',
    narrow: 'value',
    value: ({ created }) => created,
    cell: ({ created }) => <TimeText at={created} show="date" />,
  },
];

const BLOCKED = 'Blocked';
const markedStatusOf = (user: ManagedUser) => (isBlocked(user) ? BLOCKED : statusOf(user));

/** The columns if accounts can be blocked on this server: the status of a blocked account says so, with a mark. */
const markedColumns = columns.map((column): Column<ManagedUser> =>
  column.id !== 'status'
    ? column
    : {
        ...column,
        value: markedStatusOf,
        cell: (user) =>
          isBlocked(user) ? (
            <chakra.span display="inline-flex" alignItems="center" gap="6px" color="fg.muted">
              <Ban aria-hidden="true" />
              {BLOCKED}
            </chakra.span>
          ) : (
            statusOf(user) || MISSING
          ),
      },
);

/** Width of a button in the last column, and of its padding, in px. */
const BUTTON_PX = 36;
const PADDING_PX = 20;

/** The parts of a list in addition to the columns of the specification. */
export interface UserListParts {
  /** Whether accounts can be blocked on this server, so that the rows of blocked ones are marked. */
  readonly marksBlocked: boolean;
  /** Whether any row has buttons for its invitation or a menu for its account. */
  readonly hasInvitations: boolean;
  readonly hasMenus: boolean;
}

/** Returns the columns of a list. Memoise the result. */
export function userColumns({ marksBlocked, hasInvitations, hasMenus }: UserListParts): readonly Column<ManagedUser>[] {
  const shown = marksBlocked ? markedColumns : columns;
  if (!hasInvitations && !hasMenus) return shown;
  const acts: Column<ManagedUser> = {
    id: 'acts',
    head: '',
    label: 'Actions',
    width: PADDING_PX + BUTTON_PX * ((hasInvitations ? 2 : 0) + (hasMenus ? 1 : 0)),
    align: 'end',
    narrow: 'action',
    renderInputs: (user) => user,
    cell: (user) => (
      <chakra.span display="inline-flex" gap="4px">
        <InvitationButtons user={user} />
        <UserAccountMenu user={user} />
      </chakra.span>
    ),
  };
  return [...shown, acts];
}
