import type { WireState } from '#contract/state';
import type { Control } from './control.ts';

/** Who controls which device, as far as this instance knows; applied to every report that leaves. */
export interface ControlCache {
  /** Takes in a change; false when a newer one is known. */
  readonly note: (control: Control) => boolean;
  /** A state with the controller of our table in place of the device's own. The same object when they are equal. */
  readonly dress: (serial: string, state: WireState) => WireState;
}

/** Nothing known yet. */
export function createControlCache(): ControlCache {
  const bySerial = new Map<string, Control>();
  return {
    note: (control) => {
      const known = bySerial.get(control.serial);
      if (known !== undefined && known.epoch >= control.epoch) return false;
      bySerial.set(control.serial, control);
      return true;
    },
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
