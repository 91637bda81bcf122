import { useContext, useState } from 'react';
import type { Device } from '#contract/devices/device';
import { getMaintenanceDeployment, postMaintenanceDeployment, type SshCredentials, type SshTarget } from '#contract/devices/maintenance';
import { endings } from '#domain/text/endings';
import { sshChanges, sshProblem } from '#domain/devices/sshChanges';
import { useDeviceLabel } from '#hooks/useAppSelector';
import { useFailureAlert } from '#hooks/useFailureAlert';
import { useSave } from '#hooks/useSave';
import { useSecret } from '#hooks/useSecret';
import { useFeature } from '#hooks/features';
import { IntentContext } from '#hooks/IntentContext';
import { useUnsaved } from '#ui/form/leaveGuard';
import { useConfirm } from '#ui/useConfirm';
import { useRemoval } from './useRemoval.ts';

const NO_CHANGES = 'No changes are made.';
type Drafts = Readonly<Record<SshTarget, Partial<SshCredentials>>>;
const NOTHING: Drafts = { pi: {}, nuc: {}, router: {} };

function useLoaded() {
  const secret = useSecret(getMaintenanceDeployment);
  useFailureAlert(secret.failure);
  return secret;
}

/**
 * Returns the SSH credentials of one device as a form: loaded and typed values of `pi`, `nuc`, `router`; "No changes are made." Stored values are shown for a
 * minute to the user who loads them, per target; typed values are kept. While those of a target are removed, its fields and the form wait, so that no input is
 * lost. Source: MGMT-074..077, CRED8.
 */
export function useSshForm({ serial }: Pick<Device, 'serial'>) {
  const name = useDeviceLabel(serial);
  const sendIntent = useContext(IntentContext);
  const keepsFormer = useFeature('ssh_former');
  const { confirm, question } = useConfirm();
  const secrets = { pi: useLoaded(), nuc: useLoaded(), router: useLoaded() };
  const [drafts, setDrafts] = useState(NOTHING);
  useUnsaved(Object.values(drafts).some((draft) => Object.keys(draft).length > 0));
  const clear = (target: SshTarget) => {
    secrets[target].forget();
    setDrafts((known) => ({ ...known, [target]: {} }));
  };
  const removals = {
    pi: useRemoval(serial, 'pi', () => clear('pi')),
    nuc: useRemoval(serial, 'nuc', () => clear('nuc')),
    router: useRemoval(serial, 'router', () => clear('router')),
  };
  const valueOf = (target: SshTarget): SshCredentials => {
    const { username, password } = secrets[target].answer ?? {};
    return { username: username ?? '', password: password ?? '', ...drafts[target] };
  };
  const post = useSave(postMaintenanceDeployment, {
    saved: 'The credentials are saved',
    onSaved: () => {
      setDrafts(NOTHING);
      for (const { forget } of Object.values(secrets)) forget();
    },
    notSaved: 'The credentials were not saved.',
    unsure: 'The credentials may be saved',
    failsAs: 'toast',
  });
  const save = () => {
    const loaded = Object.fromEntries(Object.entries(secrets).flatMap(([target, { answer }]) => (answer ? [[target, answer]] : [])));
    const changes = sshChanges({ pi: valueOf('pi'), nuc: valueOf('nuc'), router: valueOf('router') }, loaded);
    const warning = changes === null ? NO_CHANGES : sshProblem(changes);
    if (warning !== undefined) return sendIntent?.({ kind: 'alert.raised', tone: 'warning', text: warning });
    const send = () => post.save({ params: { serial }, body: { deployment: changes ?? {} } });
    return confirm(endings.replaceSsh(name, Object.keys(changes ?? {}), keepsFormer), send);
  };
  return {
    targetOf: (target: SshTarget) => ({
      serial,
      value: valueOf(target),
      secret: secrets[target],
      load: () => secrets[target].send({ params: { serial, target } }),
      removal: removals[target],
      put: (more: Partial<SshCredentials>) => setDrafts((known) => ({ ...known, [target]: { ...known[target], ...more } })),
    }),
    save,
    isSaving: post.isSaving,
    isRemoving: Object.values(removals).some(({ isRemoving }) => isRemoving),
    isPossible: post.isPossible,
    problem: post.alert,
    question,
  };
}
