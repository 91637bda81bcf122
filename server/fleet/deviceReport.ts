import { z } from '#contract/schema';
import { dataFrame, stateFrame } from '#contract/fleet/socket';

/** A device report inside the server: the push for consoles, and fields that only the server uses. */
export const report = z.object({
  push: z.union([stateFrame, dataFrame]),
  /** ISO instant by the device's clock. */
  deviceTime: z.string(),
  /** Sequence number, reset when the device restarts; 0 for data groups. */
  sequence: z.number(),
  /** When a data group was received, in ms since epoch by the server's clock; a state has it as its timestamp. Missing: now. */
  receivedAt: z.optional(z.number()),
  /** Present when the report announces a change of control; `push` is then the device's newest report again. */
  control: z.optional(
    z.object({
      serial: z.string(),
      holder: z.nullable(z.string()),
      holderName: z.nullable(z.string()),
      since: z.nullable(z.string()),
      epoch: z.number(),
    }),
  ),
  /** Present when the deployment of the device was closed, in ms since epoch; `push` is then the device's newest report again. */
  leftAt: z.optional(z.number()),
});
/** A report of one device inside the server. */
export type DeviceReport = z.infer<typeof report>;

/** Returns the coalescing key of a report: one per device state, one per data group of a device. */
export const slotOf = ({ push }: DeviceReport): string =>
  push.type === 'state' ? `${push.serial}\nstate` : `${push.serial}\ndata\n${push.data_group}`;
