import type { WireState } from '#contract/fleet/state';
import type { Control } from './control.ts';

/** In-memory cache of control per device, applied to every outgoing report. */
export interface ControlCache {
  /** Stores a change; false when its epoch is not newer than the cached one. */
  readonly note: (control: Control) => boolean;
  /** Returns the epoch of the cached control of a device; 0 when nobody ever had it. */
  readonly epochOf: (serial: string) => number;
  /** Returns a state with the cached controller instead of the device's own; the same object when they are equal. */
  readonly dress: (serial: string, state: WireState) => WireState;
}

/** Creates an empty cache. */
export function createControlCache(): ControlCache {
  const bySerial = new Map<string, Control>();
  return {
    note: (control) => {
      const known = bySerial.get(control.serial);
      if (known !== undefined && known.epoch >= control.epoch) return false;
      bySerial.set(control.serial, control);
      return true;
    },
    epochOf: (serial) => bySerial.get(serial)?.epoch ?? 0,
    dress: (serial, state) => {
      const control = bySerial.get(serial);
      const controller = control?.holder ?? null;
      const name = control?.holderName ?? null;
      const since = control?.since ?? null;
      const isSo =
        (state.controller ?? null) === controller && (state.controller_name ?? null) === name && (state.controller_since ?? null) === since;
      return isSo ? state : { ...state, controller, controller_name: name, controller_since: since };
    },
  };
}
