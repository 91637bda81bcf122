import { useMemo, useState } from 'react';
import { type ManagedUser, postResendInvitation, postRevokeInvitation } from '#contract/user';
import { mayInviteType } from '#domain/people/invite';
import { useFeature } from '#hooks/features';
import { selectRole } from '#state/session';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { useStableCallback } from '#ui/useStableCallback';
import type { InvitationActs } from './columns.tsx';

const INVITED = 'INVITED';

/**
 * Returns the actions that resend an invitation, and revoke it after confirmation; null unless the server announces them, and in the past. Source: INVITE2.
 */
export function useInvitations(refresh: () => void) {
  const isAnnounced = useFeature('invitations');
  const role = useAppSelector(selectRole);
  const [revoking, setRevoking] = useState<string | null>(null);
  const resend = useSave(postResendInvitation, { saved: 'The invitation is sent again', onSettled: refresh });
  const revoke = useSave(postRevokeInvitation, { saved: 'The invitation is revoked', onSettled: refresh });
  // Only the newest attempt has an alert. Source: FORM4.
  const [newest, setNewest] = useState<'resend' | 'revoke'>('resend');
  const isBusy = resend.isSaving || revoke.isSaving;
  const { save, isPossible } = resend;
  const send = useStableCallback((email: string) => {
    setNewest('resend');
    save({ params: {}, body: { email } });
  });
  const actions = useMemo<InvitationActs | null>(() => {
    if (!isAnnounced || !isPossible) return null;
    return {
      isOffered: ({ status, user_type }: ManagedUser) => status === INVITED && mayInviteType(role, user_type),
      isBusy,
      resend: send,
      revoke: setRevoking,
    };
  }, [isAnnounced, isPossible, isBusy, role, send]);
  return {
    actions,
    alert: (newest === 'resend' ? resend : revoke).alert,
    revoking,
    cancel: () => setRevoking(null),
    confirm: () => {
      if (revoking !== null) {
        setNewest('revoke');
        revoke.save({ params: {}, body: { email: revoking } });
      }
      setRevoking(null);
    },
  };
}
