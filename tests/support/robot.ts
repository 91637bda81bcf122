import type { WireState } from '#contract/fleet/state';
import { partsOf } from './startProduct.ts';
import { openDevice, type TestDevice } from './testDevice.ts';

/** A simulated robot that a test controls: it repeats its last state, like real devices, until it is closed. */
export interface Robot {
  readonly serial: string;
  /** Reports a state; resolves when the broker has it. */
  readonly says: (state: WireState) => Promise<void>;
  readonly tells: TestDevice['tell'];
  readonly close: () => Promise<void>;
}

/** Interval of the repetition, in ms: short enough for the device to count as connected. */
const AGAIN_MS = 2_000;

/** Demo devices that the simulator does not drive: never seen, decommissioned, and offline for ten hours. */
export const silentDevices = { neverSeen: 'DV-0107', decommissioned: 'XA-0006', offline: 'XC-0040-B' } as const;

/** Connects one of `silentDevices` to the broker of a running product, with its own account. */
export async function openRobot(dataDir: string, serial: string): Promise<Robot> {
  const { mqttUrl, brokerSecret } = partsOf(dataDir);
  const device = await openDevice(mqttUrl, brokerSecret, serial, Date.now);
  let newest: WireState | null = null;
  const again = setInterval(() => {
    if (newest !== null) device.report(newest).catch(() => undefined);
  }, AGAIN_MS);
  return {
    serial,
    says: (state) => {
      newest = state;
      return device.report(state);
    },
    tells: device.tell,
    close: async () => {
      clearInterval(again);
      await device.close();
    },
  };
}
