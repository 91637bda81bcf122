import type { z } from '#contract/schema';
import { dataFrame, stateFrame, type DataFrame, type StateFrame } from '#contract/socket';
import { tagState } from '#contract/state';
import type { Reading } from './columns.ts';
import type { News } from './event.ts';
import { isStateFrame } from './guard.ts';
import { instantMs } from './instantMs.ts';
import { redacted } from './mask.ts';
import { readTolerant } from './readTolerant.ts';

/** How much of a refused frame is kept, in characters; the rest is lost. */
const REFUSED_LENGTH = 200;

const refused = (reason: string, text: string): News => ({ kind: 'frame.refused', reason, text: redacted(text, REFUSED_LENGTH) });

const stateReported = ({ serial, timestamp, state }: StateFrame): News => ({
  kind: 'device.stateReported',
  serial,
  reportedAt: instantMs(timestamp),
  state: tagState(state),
});

const dataReported = ({ serial, data_group, data }: DataFrame): News => ({ kind: 'device.dataReported', serial, data_group, data });

function typeOf(push: unknown): unknown {
  return typeof push === 'object' && push !== null && 'type' in push ? push.type : undefined;
}

/** A push of data by the schema of its group, without the items that could not be read; null for another shape and for an unknown group. */
function readData(push: unknown) {
  const group = typeof push === 'object' && push !== null && 'data_group' in push ? push.data_group : undefined;
  const schema = dataFrame.options.find((option) => option.shape.data_group.value === group);
  return schema === undefined ? null : readTolerant<z.ZodType<DataFrame>>(schema, push);
}

/** What one push says: the fact, or that it was refused. Never throws. */
export function readPush(push: unknown): News {
  if (isStateFrame(push)) return stateReported(push);
  const type = typeOf(push);
  if (type === 'state') {
    const state = stateFrame.safeParse(push);
    return state.success ? stateReported(state.data) : refused('state push of another shape', JSON.stringify(push));
  }
  const data = type === 'data' ? readData(push) : null;
  if (data !== null) return dataReported(data.value);
  return refused(type === 'data' ? 'data push of another shape' : 'unknown push', JSON.stringify(push));
}

/** What one text frame says: one push or an array of them, each read by itself, so that a bad one spoils no other. Never throws. */
export function readFrame(text: string): readonly News[] {
  try {
    const json: unknown = JSON.parse(text);
    return Array.isArray(json) ? json.map(readPush) : [readPush(json)];
  } catch {
    return [refused('not JSON', text)];
  }
}

/** What a frame says that was read apart: its reports as they are, every other push read here, in the order of the frame. */
export function readingNews({ reports, others }: Reading): readonly News[] {
  if (others.length === 0) return reports;
  const news: News[] = [];
  let read = 0;
  for (const { after, push } of others) {
    news.push(...reports.slice(read, after), readPush(push));
    read = after;
  }
  return [...news, ...reports.slice(read)];
}
