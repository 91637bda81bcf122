/** The menu of a user's row: change, change the e-mail address, mail a link for a new password, remove the second factor, block, unblock, delete. */

import { AtSign, Ban, CircleCheck, Ellipsis, KeyRound, type LucideIcon, Pencil, Smartphone, Trash2, Undo2 } from 'lucide-react';
import { createContext, useContext } from 'react';
import type { ManagedUser } from '#contract/user';
import type { AccountAction } from '#domain/people/accountActions';
import { IconButton } from '#ui/IconButton';
import { Menu } from '#ui/Menu';

/** The actions for the account of a row. */
export interface AccountActions {
  /** False in the past, where the actions are shown but cannot be selected. */
  readonly isPossible: boolean;
  /** Whether an action is being sent: one at a time. */
  readonly isBusy: boolean;
  readonly offered: (user: ManagedUser) => readonly AccountAction[];
  readonly choose: (action: AccountAction, user: ManagedUser) => void;
}

/** Null if accounts cannot be managed. */
export const AccountContext = createContext<AccountActions | null>(null);

const entries: Readonly<Record<AccountAction, { readonly label: string; readonly icon: LucideIcon }>> = {
  change: { label: 'Change', icon: Pencil },
  changeAddress: { label: 'Change the email address', icon: AtSign },
  keepAddress: { label: 'Withdraw the new email address', icon: Undo2 },
  resetPassword: { label: 'Mail a link for a new password', icon: KeyRound },
  removeMfa: { label: 'Take the second factor away', icon: Smartphone },
  disable: { label: 'Block', icon: Ban },
  enable: { label: 'Unblock', icon: CircleCheck },
  delete: { label: 'Delete', icon: Trash2 },
};

/** Renders the menu of the caller's actions on an account; nothing if there are none. Source: PEOPLE7. */
export function UserAccountMenu({ user }: { readonly user: ManagedUser }) {
  const actions = useContext(AccountContext);
  const offered = actions?.offered(user) ?? [];
  if (actions === null || offered.length === 0) return null;
  const button = (
    <IconButton aria-label={`Actions for ${user.email}`} disabled={!actions.isPossible}>
      <Ellipsis aria-hidden="true" />
    </IconButton>
  );
  if (!actions.isPossible) return button;
  return (
    <Menu
      trigger={button}
      isOff={actions.isBusy}
      items={offered.map((action) => ({ id: action, ...entries[action], onChoose: () => actions.choose(action, user) }))}
    />
  );
}
