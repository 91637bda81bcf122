import type { ManagedUser } from '#contract/user';
import { personName } from '#domain/people/personName';
import { toTitleCase } from '#domain/text/titleCase';
import { yesNo } from '#domain/text/yesNo';
import type { Column } from '#ui/column';
import { EmailText } from '#ui/EmailText';
import { WrappingText } from '#ui/WrappingText';

/** The columns of the users of an organisation: Name, Email, User Type, Status, Enabled, MFA. Source: GAP-12. */
export const columns: readonly Column<ManagedUser>[] = [
  {
    id: 'name',
    head: 'Name',
    narrow: 'title',
    sort: 'text',
    value: personName,
    cell: (user) => (
      <strong>
        <WrappingText>{personName(user)}</WrappingText>
      </strong>
    ),
  },
  {
    id: 'email',
    head: 'Email',
    narrow: 'place',
    sort: 'text',
    value: ({ email }) => email,
    cell: ({ email }) => <EmailText email={email} />,
  },
  {
    id: 'user_type',
    head: 'User Type',
    width: 200,
    narrow: 'state',
    sort: 'text',
    filter: { kind: 'values', label: toTitleCase },
    value: ({ user_type }) => user_type,
    cell: ({ user_type }) => toTitleCase(user_type),
  },
  {
    id: 'status',
    head: 'Status',
    width: 140,
    narrow: 'more',
    sort: 'text',
    filter: { kind: 'values' },
    value: ({ status }) => toTitleCase(status),
    cell: ({ status }) => <WrappingText>{toTitleCase(status)}</WrappingText>,
  },
  {
    id: 'enabled',
    head: 'Enabled',
    width: 100,
    narrow: 'more',
    sort: 'text',
    filter: { kind: 'values' },
    value: ({ enabled }) => yesNo(enabled),
    cell: ({ enabled }) => yesNo(enabled),
  },
  {
    id: 'mfa',
    head: 'MFA',
    width: 80,
    narrow: 'more',
    sort: 'text',
    filter: { kind: 'values' },
    value: ({ mfa_enabled }) => yesNo(mfa_enabled),
    cell: ({ mfa_enabled }) => yesNo(mfa_enabled),
  },
];
