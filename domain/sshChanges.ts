import type { SshCredentials, SshTarget } from '#contract/maintenance';

/** What stands in the inputs of each target. */
export type SshInputs = Readonly<Record<SshTarget, SshCredentials>>;
/** What was loaded of each target; left out where nothing was. */
type SshLoaded = Readonly<Partial<Record<SshTarget, SshCredentials>>>;
/** What is to be saved. */
type SshChanges = Readonly<Partial<Record<SshTarget, Partial<SshCredentials>>>>;

function changeOf(typed: SshCredentials, loaded: SshCredentials | undefined): Partial<SshCredentials> | null {
  const { username, password } = typed;
  const isOther = (username !== '' && username !== loaded?.username) || (password !== '' && password !== loaded?.password);
  if (!isOther) return null;
  return { ...(username === '' ? {} : { username }), ...(password === '' ? {} : { password }) };
}

/**
 * The targets whose username or password is another than what was loaded, without empty inputs; null when there is none. Source: MGMT-075..077.
 */
export function sshChanges(typed: SshInputs, loaded: SshLoaded): SshChanges | null {
  const [pi, nuc, router] = [changeOf(typed.pi, loaded.pi), changeOf(typed.nuc, loaded.nuc), changeOf(typed.router, loaded.router)];
  if (pi === null && nuc === null && router === null) return null;
  return { ...(pi && { pi }), ...(nuc && { nuc }), ...(router && { router }) };
}
