import type { SshCredentials, SshTarget } from '#contract/devices/maintenance';

/** The typed credentials of each target. */
export type SshInputs = Readonly<Record<SshTarget, SshCredentials>>;
/** The loaded credentials of each target; absent when not loaded. */
type SshLoaded = Readonly<Partial<Record<SshTarget, SshCredentials>>>;
/** The request body of a change. */
type SshChanges = Readonly<Partial<Record<SshTarget, Partial<SshCredentials>>>>;

function changeOf(typed: SshCredentials, loaded: SshCredentials | undefined): Partial<SshCredentials> | null {
  const { username, password } = typed;
  const isOther = (username !== '' && username !== loaded?.username) || (password !== '' && password !== loaded?.password);
  if (!isOther) return null;
  return { ...(username === '' ? {} : { username }), ...(password === '' ? {} : { password }) };
}

/**
 * Returns the non-empty inputs of each target whose username or password differs from the loaded one; null without a change. Source: MGMT-075..077.
 */
export function sshChanges(typed: SshInputs, loaded: SshLoaded): SshChanges | null {
  const [pi, nuc, router] = [changeOf(typed.pi, loaded.pi), changeOf(typed.nuc, loaded.nuc), changeOf(typed.router, loaded.router)];
  if (pi === null && nuc === null && router === null) return null;
  return { ...(pi && { pi }), ...(nuc && { nuc }), ...(router && { router }) };
}
