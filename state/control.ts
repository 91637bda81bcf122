/** Selectors of control: whether this user controls a device, the holder, and since when. */

import { instantMs } from '#domain/text/dates';
import { holderName, isInControl } from '#domain/commands/control';
import { selectDevice } from './fleet.ts';
import { selectProfile } from './session.ts';
import type { RootState } from './store.ts';

const stateOf = (s: RootState, serial: string) => selectDevice(s, serial)?.state;

/** Selects whether the signed-in user controls the device. */
export const selectIsInControl = (s: RootState, serial: string): boolean =>
  isInControl(stateOf(s, serial)?.controller, selectProfile(s)?.username ?? '');

/** Selects the name of the user who controls the device; null if nobody does. */
export const selectHolder = (s: RootState, serial: string): string | null => holderName(stateOf(s, serial));

/**
 * Selects the instant since which the device has been controlled, ms since epoch by the server's clock; null if nobody controls it or the instant is unknown.
 */
export const selectHeldSince = (s: RootState, serial: string): number | null =>
  selectHolder(s, serial) === null ? null : instantMs(stateOf(s, serial)?.controller_since);
