import { useMemo, useState } from 'react';
import { postUpdateMfa } from '#contract/identity';
import { type ManagedUser, postChangeAddress, postDeleteUser, postDisableUser, postEnableUser, postResetPassword } from '#contract/user';
import { type AccountAction, endsText, offeredActions } from '#domain/people/accountActions';
import { personName } from '#domain/people/personName';
import { useFeature } from '#hooks/features';
import { selectProfile } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { useStableCallback } from '#ui/useStableCallback';
import type { AccountActions } from './AccountMenu.tsx';

/** The action of a user that waits for its confirmation or its form. */
interface Chosen {
  readonly action: AccountAction;
  readonly user: ManagedUser;
}

/** The actions that open a form. */
const withForm = ['change', 'changeAddress'] as const;
type FormAction = (typeof withForm)[number];
const hasForm = (action: AccountAction): action is FormAction => withForm.some((one) => one === action);

/** Returns the actions that consist of one call, and the alert of the last one. The list is requested again after each action. */
function useAccountCalls(refresh: () => void) {
  const [who, setWho] = useState('');
  // The list is requested again even after a failure, because an account that was deleted meanwhile must leave it.
  const after = (done: string) => ({ saved: `${who} ${done}`, onSettled: refresh });
  const calls = {
    keepAddress: useSave(postChangeAddress, after('keeps the email address')),
    resetPassword: useSave(postResetPassword, {
      ...after('is mailed a link for a new password'),
      unsure: 'The link may be mailed',
    }),
    removeMfa: useSave(postUpdateMfa, after('has no second factor now')),
    disable: useSave(postDisableUser, { ...after('is blocked'), unsure: 'The account may be blocked' }),
    enable: useSave(postEnableUser, { ...after('is unblocked'), unsure: 'The account may be unblocked' }),
    delete: useSave(postDeleteUser, { ...after('is deleted'), unsure: 'The account may be deleted' }),
  };
  const [last, setLast] = useState<keyof typeof calls>('disable');
  const run = ({ action, user }: Chosen) => {
    if (hasForm(action) || calls[last].isSaving) return;
    setWho(personName(user));
    setLast(action);
    if (action === 'removeMfa') calls.removeMfa.save({ params: {}, body: { email: user.email, enable: false } });
    else if (action === 'keepAddress') calls.keepAddress.save({ params: {}, body: { email: user.email, new_email: null } });
    else calls[action].save({ params: {}, body: { email: user.email } });
  };
  return { run, isPossible: calls.disable.isPossible, isBusy: calls[last].isSaving, alert: calls[last].alert };
}

/**
 * Returns the actions on the accounts of a list, null unless the server announces them; the action that waits for its confirmation; and the account whose form
 * is open. Source: PEOPLE7, PEOPLE8, PEOPLE11, NEWMAIL6.
 */
export function useAccounts(refresh: () => void) {
  const isKeptHere = useFeature('accounts');
  const isChangedThere = useFeature('directory');
  const changesAddresses = useFeature('account_address');
  const isAnnounced = isKeptHere || isChangedThere;
  const profile = useAppSelector(selectProfile);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { run, isPossible, isBusy, alert } = useAccountCalls(refresh);
  const choose = useStableCallback((action: AccountAction, user: ManagedUser) => {
    // The form begins with the account as it is now.
    if (hasForm(action)) refresh();
    if (hasForm(action) || endsText(action, '') !== null) setChosen({ action, user });
    else run({ action, user });
  });
  const actions = useMemo<AccountActions | null>(
    () =>
      isAnnounced && profile !== null
        ? { isPossible, isBusy, offered: (user) => offeredActions(profile, user, changesAddresses), choose }
        : null,
    [isAnnounced, isPossible, isBusy, profile, changesAddresses, choose],
  );
  const close = () => setChosen(null);
  return {
    isAnnounced,
    actions,
    alert,
    changing: chosen?.action === 'change' ? chosen.user : null,
    readdressing: chosen?.action === 'changeAddress' ? chosen.user : null,
    question: chosen === null ? null : endsText(chosen.action, personName(chosen.user)),
    close,
    confirm: () => {
      if (chosen !== null) run(chosen);
      close();
    },
  };
}
