import { useContext, useState } from 'react';
import { getLocales } from '#contract/identity';
import { postCreateUser } from '#contract/user';
import { alertText, noAnswerText } from '#domain/alertText';
import { type Invite, inviteProblems, inviteToSend, inviteWarning } from '#domain/invite';
import { selectRole } from '#state/session';
import { useAnswer } from '#state/useAnswer';
import { useAppSelector } from '#state/useAppSelector';
import { useRequest } from '#state/useRequest';
import { useOnSettled } from '#state/useOnSettled';
import { IntentContext } from '#state/IntentContext';
import { useDraft } from '#ui/form/useDraft';
import { useOrganisationChoices } from './useOrganisationChoices.ts';

const INVITED = 'User Invited';
const REFUSED = 'The user was not invited.';
const NOBODY: Invite = { email: '', name: '', family_name: '', user_type: '', locale: '', organisation_id: '' };

/** The draft of an invitation, the choices it needs, and what came of sending it. Source: USER-006..024. */
export function useInvite() {
  const give = useContext(IntentContext);
  const role = useAppSelector(selectRole);
  // A failed load is only logged. Source: USER-024.
  const locales = useAnswer(getLocales, {}).answer?.result ?? [];
  const organisations = useOrganisationChoices();
  const post = useRequest(postCreateUser);
  const [problem, setProblem] = useState<string | null>(null);
  // Who sees one organisation invites into that one.
  const first = organisations.length === 1 ? (organisations[0]?.value ?? '') : '';
  const draft = useDraft<Invite>({ ...NOBODY, organisation_id: first }, { problems: (invite) => inviteProblems(invite, role) });
  useOnSettled(post, () => {
    if (post.answer?.result === true) {
      give?.({ kind: 'alert.raised', tone: 'success', text: INVITED });
      draft.reset();
    } else if (post.answer !== undefined) setProblem(REFUSED);
    // The root shows a rejected session.
    else if (post.failure !== undefined && post.failure.status !== 401) {
      setProblem(alertText(post.failure) ?? noAnswerText('The user may be invited'));
    }
  });
  const email = draft.field('email');
  return {
    draft,
    // Source: USER-007.
    email: { ...email, onValue: (typed: string) => email.onValue(typed.toLowerCase()) },
    locales: locales.map(({ id, name }) => ({ value: id, label: name })),
    organisations,
    warning: inviteWarning(draft.value),
    isSending: post.isPending,
    isPossible: give !== null,
    /** Why the last one was not invited; null once it was read. */
    problem,
    dismiss: () => setProblem(null),
    invite: () => post.ask({ params: {}, body: inviteToSend(draft.value) }),
  };
}
