/** Converts a frame of the socket (one text message) to events, or to `frame.rejected`. */

import type { z } from '#contract/schema';
import { dataFrame, stateFrame, stopAnswer, type DataFrame, type StateFrame, type StopAnswer } from '#contract/fleet/socket';
import { keptState, tagState } from '#contract/fleet/reportedState';
import { redact } from '#domain/text/redact';
import type { Reading } from '../columns.ts';
import type { EventPayload } from '../event.ts';
import { hasKnownFieldsOnly, isStateFrame } from '../parse/guard.ts';
import { parseInstantMs } from '../parse/instantMs.ts';
import { masked } from '../parse/mask.ts';
import { readTolerant } from '../parse/readTolerant.ts';

/** Maximum number of characters of a rejected frame that are kept. */
const REJECTED_LENGTH = 200;

const rejected = (reason: string, text: string): EventPayload => ({
  kind: 'frame.rejected',
  reason,
  text: redact(text, REJECTED_LENGTH),
});

/** The `frame.rejected` event for a column frame that cannot be read. */
export const unreadableFrame = rejected('not a column frame', '');

const stateReported = ({ serial, timestamp, state }: StateFrame): EventPayload => ({
  kind: 'device.stateReported',
  serial,
  reportedAt: parseInstantMs(timestamp),
  state: tagState(hasKnownFieldsOnly(state) ? state : keptState(state, masked)),
});

const stopAnswered = ({ request_id: commandId, status, success, error }: StopAnswer): EventPayload =>
  status === null
    ? { kind: 'stop.received', commandId }
    : { kind: 'stop.answered', commandId, status, isDone: success === true, message: error ?? '' };

const dataReported = ({ serial, data_group, data }: DataFrame): EventPayload => ({ kind: 'device.dataReported', serial, data_group, data });

function typeOf(push: unknown): unknown {
  return typeof push === 'object' && push !== null && 'type' in push ? push.type : undefined;
}

/** Parses a push of data by the schema of its group, without the unreadable items; returns null for another shape and for an unknown group. */
function readData(push: unknown) {
  const group = typeof push === 'object' && push !== null && 'data_group' in push ? push.data_group : undefined;
  const schema = dataFrame.def.options.find((option) => option.shape.data_group.def.values[0] === group);
  return schema === undefined ? null : readTolerant<z.ZodMiniType<DataFrame>>(schema, push, { isRow: true });
}

/** Returns the event of one push, or `frame.rejected`. Never throws. */
export function readPush(received: unknown): EventPayload {
  if (isStateFrame(received)) return stateReported(received);
  const push = masked(received);
  const type = typeOf(push);
  if (type === 'state') {
    // The push is parsed field by field, because one unreadable field must not invalidate the whole report. This is rare, so the schema alone is fast enough.
    const state = readTolerant(stateFrame, push, { isRow: true });
    return state !== null ? stateReported(state.value) : rejected('state push of another shape', JSON.stringify(push));
  }
  if (type === 'stop') {
    const answer = stopAnswer.safeParse(push);
    return answer.success ? stopAnswered(answer.data) : rejected('stop answer of another shape', JSON.stringify(push));
  }
  const data = type === 'data' ? readData(push) : null;
  if (data !== null) return dataReported(data.value);
  return rejected(type === 'data' ? 'data push of another shape' : 'unknown push', JSON.stringify(push));
}

/**
 * Returns the events of one text frame: one push or an array of them, each parsed separately, so that a bad one does not affect the others. Never
 * throws.
 */
export function readFrame(text: string): readonly EventPayload[] {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json.map(readPush) : [readPush(json)];
  } catch {
    return [rejected('not JSON', text)];
  }
}

/** Returns the events of a frame that a worker parsed, in the order of the frame: its reports are unchanged, every other push is parsed here. */
export function toEvents({ reports, others }: Reading): readonly EventPayload[] {
  if (others.length === 0) return reports;
  const events: EventPayload[] = [];
  let read = 0;
  for (const { after, push } of others) {
    events.push(...reports.slice(read, after), readPush(push));
    read = after;
  }
  return [...events, ...reports.slice(read)];
}
