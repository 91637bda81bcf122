/** Whether the person with this `cognito:username` controls the device now. Source: DEV-017, GAP-39. */
export function isInControl(controller: string | null | undefined, username: string): boolean {
  return username !== '' && controller === username;
}

interface Holder {
  readonly controller?: string | null | undefined;
  readonly controller_name?: string | null | undefined;
}

/** Who is in control, for people: the name where it is known, else the reported id; null for nobody. Source: design 12.10. */
export function holderName(state: Holder | undefined): string | null {
  return state?.controller ? state.controller_name || state.controller : null;
}

/** The question before control is taken from another person; `since` as written in a sentence, null where it is not known. Source: design 12.2. */
export function takeOverText(holder: string, since: string | null, deviceName: string): string {
  return `${holder} is in control of ${deviceName}${since === null ? '' : ` since ${since}`} and will be told that you take over.`;
}

/** The sentence for a person who is not in control; `controller` is the name where it is known, else the reported id. Source: DEV-012, MSG-027. */
export function controlText(controller: string | null | undefined): string {
  return `You are not in control, in control now: ${controller == null || controller === '' ? 'Nobody' : controller}`;
}
