/** Control of a device: `isInControl`, the names of controllers (`atRobot`), and the texts for a takeover and for users who are not in control. */

/** Checks whether the user with this `cognito:username` controls the device. Source: DEV-017, GAP-39. */
export function isInControl(controller: string | null | undefined, username: string): boolean {
  return username !== '' && controller === username;
}

const AT_ROBOT = 'Somebody at the robot';

/** Returns the display name of a controller that a device reports but that did not take control in the console, such as `joystick`. Source: CTRL7. */
export const atRobot = (named: string): string => `${AT_ROBOT} (${named})`;

/** Checks whether a controller's display name comes from `atRobot`. */
export const isAtRobot = (controller: string): boolean => controller.startsWith(`${AT_ROBOT} (`);

interface Holder {
  readonly controller?: string | null | undefined;
  readonly controller_name?: string | null | undefined;
}

/** Returns the display name of the user in control, otherwise the reported id; null when nobody is in control. Source: design 12.10. */
export function holderName(state: Holder | undefined): string | null {
  return state?.controller ? state.controller_name || state.controller : null;
}

/** Returns the confirmation text shown before taking over control; `since` is formatted by `sinceText`, null when unknown. Source: design 12.2. */
export function takeOverText(holder: string, since: string | null, deviceName: string): string {
  const had = `${holder} is in control of ${deviceName}${since === null ? '' : ` since ${since}`}`;
  return isAtRobot(holder)
    ? `${had}, and does not learn that you take over. The robot may go on obeying there.`
    : `${had} and will be told that you take over.`;
}

/** Returns the text for a user who is not in control; `controller` is a display name or the reported id. Source: DEV-012, MSG-027. */
export function controlText(controller: string | null | undefined): string {
  return `You are not in control, in control now: ${controller == null || controller === '' ? 'Nobody' : controller}`;
}
