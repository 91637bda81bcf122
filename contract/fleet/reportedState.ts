import type { WireState } from './state.ts';

// Workers load this file without the schema library.

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
