import type { WireState } from '#contract/fleet/state';
import { atRobot, isAtRobot } from '#domain/commands/control';
import type { Control } from './control.ts';

/** In-memory cache of control per device, applied to every outgoing report. */
export interface ControlCache {
  /** Stores a change; false when its epoch is not newer than the cached one. */
  readonly note: (control: Control) => boolean;
  /** Stores a former holder of control: a device may still name that user for a while, or permanently. */
  readonly noteFormer: (serial: string, holder: string) => void;
  /** Returns the epoch of the cached control of a device; 0 when nobody ever had it. */
  readonly epochOf: (serial: string) => number;
  /**
   * Returns a state in which the cached controller replaces the user that the device names; a name that is not a user's is kept, since it belongs to somebody
   * at the robot. Returns the same object if nothing changes. `isDressed` means that an instance has already set the controller, so the name belongs to a user
   * or to somebody at the robot.
   */
  readonly withController: (serial: string, state: WireState, isDressed?: boolean) => WireState;
}

interface Shown {
  readonly controller: string | null;
  readonly controller_name: string | null;
  readonly controller_since: string | null;
}

/** Creates an empty cache. */
export function createControlCache(): ControlCache {
  const bySerial = new Map<string, Control>();
  const formers = new Map<string, Set<string>>();
  const noteFormer = (serial: string, holder: string) => {
    const known = formers.get(serial) ?? new Set();
    formers.set(serial, known.add(holder));
  };
  const shownOf = (serial: string, named: string, isDressed: boolean): Shown => {
    const control = bySerial.get(serial);
    const isOurs = named === '' || (isDressed && !isAtRobot(named)) || (formers.get(serial)?.has(named) ?? false);
    if (!isOurs) {
      const somebody = isAtRobot(named) ? named : atRobot(named);
      return { controller: somebody, controller_name: somebody, controller_since: null };
    }
    return { controller: control?.holder ?? null, controller_name: control?.holderName ?? null, controller_since: control?.since ?? null };
  };
  return {
    note: (control) => {
      const known = bySerial.get(control.serial);
      if (known !== undefined && known.epoch >= control.epoch) return false;
      bySerial.set(control.serial, control);
      if (control.holder !== null) noteFormer(control.serial, control.holder);
      return true;
    },
    noteFormer,
    epochOf: (serial) => bySerial.get(serial)?.epoch ?? 0,
    withController: (serial, state, isDressed = false) => {
      const shown = shownOf(serial, state.controller?.trim() ?? '', isDressed);
      const isSo =
        (state.controller ?? null) === shown.controller &&
        (state.controller_name ?? null) === shown.controller_name &&
        (state.controller_since ?? null) === shown.controller_since;
      return isSo ? state : { ...state, ...shown };
    },
  };
}
