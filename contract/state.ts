import { instant, z } from './schema.ts';

const text = z.string().nullish();
const number = z.number().nullish();

/** The fields of every device type: user in control, battery in percent, pose in metres and radians on its map. Source: spec, Device state. */
const shared = {
  battery_level: number,
  controller: text,
  /** Extensions of this server: display name of `controller`, and the instant since when. */
  controller_name: text,
  controller_since: text,
  current_node: text,
  current_pose_x: number,
  current_pose_y: number,
  current_pose_theta: number,
  current_velocity: number,
};

/** The `state` object on the wire: LUMION_FIX and XENION_* have `current_state`, a DIV01 has `state`. Source: OPEN-06. */
export const wireState = z.object({
  ...shared,
  current_state: text,
  current_task: text,
  error_code: text,
  state: text,
  error: text,
  di_state: text,
  rp_state: text,
  implement_state: text,
  implement_functional: z.boolean().nullish(),
  implement_error: z.union([z.string(), z.boolean()]).nullish(),
  implement_error_code: text,
  implement_imp_state: text,
  implement_imp_state_left: text,
  implement_implement: text,
  implement_implement_type: text,
  implement_implement_left: text,
  implement_implement_type_left: text,
  implement_sideshift: text,
});
/** The `state` object on the wire. */
export type WireState = z.infer<typeof wireState>;

/** A parsed state: shape `tasks` for devices with `current_state` and `current_task`, `docks` for the DIV01. */
export type ReportedState = WireState & { readonly shape: 'tasks' | 'docks' };

type Shape = ReportedState['shape'];
const isTagged = (state: WireState & { shape?: Shape }): state is ReportedState => state.shape !== undefined;

/**
 * Adds the shape to a state; a DIV01 has a `state` field. Mutates its argument: it was just parsed and has no other reference, and a copy would cost
 * more than the validation.
 */
export function tagState(sent: WireState & { shape?: Shape }): ReportedState {
  const shape = typeof sent.state === 'string' ? 'docks' : 'tasks';
  sent.shape = shape;
  return isTagged(sent) ? sent : { ...sent, shape };
}

/** The newest report of one device. `timestamp` is the instant the server received it. Source: OPEN-05, OPEN-06. */
export const deviceState = z.object({ timestamp: instant, is_live: z.boolean().nullish(), state: wireState });
/** The newest report of one device. */
export type DeviceState = z.infer<typeof deviceState>;
