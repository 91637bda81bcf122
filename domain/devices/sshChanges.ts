/** Typed SSH credentials (username and password per target): the changes to send, the reason why they cannot be saved, and the notes. */

import { sshTarget, type SshCredentials, type SshTarget, type StoredCredentials } from '#contract/devices/maintenance';
import { unsoundProblem } from '../text/fieldText.ts';

/**
 * The notes on the effect of saved credentials if the server keeps the previous ones: `saving` for the screen that saves them, `reading` for the screen that
 * shows them. Source: KEPTHERE1.
 */
export const SSH_NOTES = {
  saving:
    'Kept here: nothing is sent to the device. The former ones stay readable on the device’s Maintenance until somebody confirms there that it has the new ones.',
  reading:
    'Kept here: nothing is sent to the device. After a change the former ones stay readable on this page until somebody confirms here that it has the new ones.',
} as const;

/** The typed credentials of each target. */
export type SshInputs = Readonly<Record<SshTarget, SshCredentials>>;
/** The loaded credentials of each target; absent when not loaded. */
type SshLoaded = Readonly<Partial<Record<SshTarget, StoredCredentials>>>;
/** The request body of a change. */
type SshChanges = Readonly<Partial<Record<SshTarget, Partial<SshCredentials>>>>;

function changeOf(typed: SshCredentials, loaded: StoredCredentials | undefined): Partial<SshCredentials> | null {
  const { username, password } = typed;
  const isOther = (username !== '' && username !== loaded?.username) || (password !== '' && password !== loaded?.password);
  if (!isOther) return null;
  return { ...(username === '' ? {} : { username }), ...(password === '' ? {} : { password }) };
}

/** Returns the non-empty inputs of each target whose username or password differs from the loaded one; null if nothing differs. Source: MGMT-075..077. */
export function sshChanges(typed: SshInputs, loaded: SshLoaded): SshChanges | null {
  const [pi, nuc, router] = [changeOf(typed.pi, loaded.pi), changeOf(typed.nuc, loaded.nuc), changeOf(typed.router, loaded.router)];
  if (pi === null && nuc === null && router === null) return null;
  return { ...(pi && { pi }), ...(nuc && { nuc }), ...(router && { router }) };
}

/** Returns why changed credentials cannot be saved; undefined when they can. Used by console and server. Source: NAME1. */
export function sshProblem(changes: {
  readonly [Target in SshTarget]?: { readonly [Field in keyof SshCredentials]?: string | undefined } | undefined;
}): string | undefined {
  return sshTarget.options
    .map(
      (target) =>
        unsoundProblem(changes[target]?.username ?? '', `Username of ${target}`) ??
        unsoundProblem(changes[target]?.password ?? '', `Password of ${target}`),
    )
    .find((problem) => problem !== undefined);
}
