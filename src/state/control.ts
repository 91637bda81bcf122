import { instantMs } from '#domain/dates';
import { holderName, isInControl } from '#domain/control';
import { selectDevice } from './fleet.ts';
import { selectProfile } from './session.ts';
import type { RootState } from './store.ts';

const stateOf = (s: RootState, serial: string) => selectDevice(s, serial)?.state;

/** Whether the person who is signed in controls the device. */
export const selectIsInControl = (s: RootState, serial: string): boolean =>
  isInControl(stateOf(s, serial)?.controller, selectProfile(s)?.username ?? '');

/** The name of whoever controls the device; null for nobody. */
export const selectHolder = (s: RootState, serial: string): string | null => holderName(stateOf(s, serial));

/** Since when somebody controls the device, ms since epoch by the server's clock; null for nobody and where it is not known. */
export const selectHeldSince = (s: RootState, serial: string): number | null =>
  selectHolder(s, serial) === null ? null : instantMs(stateOf(s, serial)?.controller_since);
