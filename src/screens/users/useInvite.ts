import { useState } from 'react';
import { getLocales } from '#contract/identity';
import { postCreateUser } from '#contract/user';
import { type Invite, inviteProblems, inviteToSend, inviteWarning } from '#domain/people/invite';
import { selectableLanguages } from '#domain/people/languages';
import { typedAddress } from '#domain/people/typedAddress';
import { selectRole } from '#state/session';
import { namedAll } from '#domain/text/displayNames';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useSave } from '#hooks/useSave';
import { useDraft } from '#ui/form/useDraft';
import { useOrganisationChoices } from './useOrganisationChoices.ts';

const NOBODY: Invite = { email: '', name: '', family_name: '', user_type: '', locale: '', organisation_id: '' };

/** Returns the draft of an invitation, its options, its problems by role, and the state of sending it. Source: USER-006..024. */
export function useInvite() {
  const role = useAppSelector(selectRole);
  // A failed load is only logged. Source: USER-024.
  const locales = useAnswer(getLocales, {}).answer?.result ?? [];
  const organisations = useOrganisationChoices();
  const [isDismissed, setDismissed] = useState(false);
  // A user who sees only one organisation invites users into that one.
  const first = organisations.length === 1 ? (organisations[0]?.value ?? '') : '';
  const draft = useDraft<Invite>({ ...NOBODY, organisation_id: first }, { problems: (invite) => inviteProblems(invite, role) });
  const post = useSave(postCreateUser, {
    saved: 'User Invited',
    onSaved: draft.reset,
    notSaved: 'The user was not invited.',
    unsure: 'The user may be invited',
  });
  return {
    draft,
    // Source: USER-007.
    email: { ...draft.field('email'), reduce: typedAddress },
    locales: namedAll(selectableLanguages(locales)).map(({ id, name }) => ({ value: id, label: name })),
    organisations,
    warning: inviteWarning(draft.value),
    isSending: post.isSaving,
    isPossible: post.isPossible,
    /** Why the last invitation failed; null once the message was dismissed. */
    problem: isDismissed ? null : (post.alert ?? null),
    /** True where the user may be invited all the same. */
    isUnsure: post.isUnsure,
    dismiss: () => setDismissed(true),
    invite: () => {
      setDismissed(false);
      post.save({ params: {}, body: inviteToSend(draft.value) });
    },
  };
}
