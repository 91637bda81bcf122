import type { ServerPush } from '#contract/fleet/socket';

/** A report of one device as it is ingested. */
export interface DeviceReport {
  readonly push: ServerPush;
  /** ISO instant by the device's clock. */
  readonly deviceTime: string;
  /** Sequence number, reset when the device restarts; 0 for data groups. */
  readonly sequence: number;
  /** In ms since epoch by the server's clock. */
  readonly receivedAt: number;
}

/** Returns the coalescing key of a report: one per device state, one per data group of a device. */
export const slotOf = (serial: string, kind: string): string => `${serial}\n${kind}`;
