import { useContext, useState } from 'react';
import { getMaintenanceDeployment, postMaintenanceDeployment, type SshCredentials, type SshTarget } from '#contract/maintenance';
import { alertText, noAnswerText } from '#domain/alertText';
import { sshChanges } from '#domain/sshChanges';
import { useRequest } from '#state/useRequest';
import { useOnSettled } from '#state/useOnSettled';
import { useFailureAlert } from '#state/useFailureAlert';
import { useSecret } from '#state/useSecret';
import { IntentContext } from '#state/IntentContext';

const NO_CHANGES = 'No changes are made.';
const SAVED = 'The credentials are saved';
const NOT_SAVED = 'The credentials were not saved.';
type Drafts = Readonly<Record<SshTarget, Partial<SshCredentials>>>;
const NOTHING: Drafts = { pi: {}, nuc: {}, router: {} };

function useLoaded() {
  const secret = useSecret(getMaintenanceDeployment);
  useFailureAlert(secret.failure);
  return secret;
}

/**
 * The credentials of one device as a form. What is stored is shown in it for a minute to the person who loads it, target by target; what is
 * typed over it stays. Source: MGMT-074..077.
 */
export function useSshForm(serial: string) {
  const give = useContext(IntentContext);
  const secrets = { pi: useLoaded(), nuc: useLoaded(), router: useLoaded() };
  const post = useRequest(postMaintenanceDeployment);
  const [drafts, setDrafts] = useState(NOTHING);
  useFailureAlert(post.failure);
  const valueOf = (target: SshTarget): SshCredentials => ({ username: '', password: '', ...secrets[target].answer, ...drafts[target] });
  useOnSettled(post, () => {
    if (post.answer?.success !== true) return;
    give?.({ kind: 'alert.raised', tone: 'success', text: SAVED });
    setDrafts(NOTHING);
    for (const { forget } of Object.values(secrets)) forget();
  });
  const save = () => {
    const loaded = Object.fromEntries(Object.entries(secrets).flatMap(([target, { answer }]) => (answer ? [[target, answer]] : [])));
    const changes = sshChanges({ pi: valueOf('pi'), nuc: valueOf('nuc'), router: valueOf('router') }, loaded);
    if (changes === null) give?.({ kind: 'alert.raised', tone: 'warning', text: NO_CHANGES });
    else if (!post.isPending) post.ask({ params: { serial }, body: { deployment: changes } });
  };
  const isSilent = post.failure !== undefined && alertText(post.failure) === null;
  return {
    targetOf: (target: SshTarget) => ({
      value: valueOf(target),
      secret: secrets[target],
      load: () => secrets[target].ask({ params: { serial, target } }),
      put: (more: Partial<SshCredentials>) => setDrafts((known) => ({ ...known, [target]: { ...known[target], ...more } })),
    }),
    save,
    isSaving: post.isPending,
    isPossible: give !== null,
    problem: post.answer?.success === false ? NOT_SAVED : isSilent ? noAnswerText('The credentials may be saved') : undefined,
  };
}
