import { z } from '#contract/schema';
import { dataFrame, stateFrame } from '#contract/socket';

/** A report of one device inside the server: the push that consoles get, and what only the server needs of it. */
export const report = z.object({
  push: z.union([stateFrame, dataFrame]),
  /** The device's own clock, ISO. */
  deviceTime: z.string(),
  /** Counts up per start of the device; 0 for data groups. */
  sequence: z.number(),
  /** Present when the report is a change of control; the device's own report is then repeated. */
  control: z
    .object({
      serial: z.string(),
      holder: z.string().nullable(),
      holderName: z.string().nullable(),
      since: z.string().nullable(),
      epoch: z.number(),
    })
    .optional(),
});
/** A report of one device inside the server. */
export type DeviceReport = z.infer<typeof report>;

/** One slot per thing that can be newest: a device's state, or one of its data groups. */
export const slotOf = ({ push }: DeviceReport): string =>
  push.type === 'state' ? `${push.serial}\nstate` : `${push.serial}\ndata\n${push.data_group}`;
