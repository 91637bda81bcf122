import { McapWriter, type IWritable } from '@mcap/core';
import { getMapGeojson, type PlanLayers } from '#contract/map';
import type { FleetEvent } from '#streams/event';
import { mcapSchemas, type McapSchema } from './mcapSchemas.ts';
import { blocksOf, type RecordedSession } from './openSession.ts';

type Geometry = PlanLayers['lane']['features'][number]['geometry'];

/** A message of a channel, written at the instant of its event. */
interface Message {
  readonly topic: string;
  readonly schema: McapSchema;
  readonly data: object;
}

const timeOf = (at: number) => ({ sec: Math.floor(at / 1_000), nsec: Math.round((at % 1_000) * 1e6) });
/** Returns the quaternion of an orientation in the plane; `theta` is in radians. */
const turned = (theta: number) => ({ x: 0, y: 0, z: Math.sin(theta / 2), w: Math.cos(theta / 2) });
const pointOf = ([x = 0, y = 0]: readonly number[]) => ({ x, y, z: 0 });

function linesOf(geometry: Geometry): readonly (readonly (readonly number[])[])[] {
  if (geometry.type === 'LineString') return [geometry.coordinates];
  return geometry.type === 'Polygon' ? geometry.coordinates : [];
}

/** The value of `LINE_STRIP` in foxglove.LinePrimitive. */
const LINE_STRIP = 0;
const lineOf = (points: readonly (readonly number[])[]) => ({
  type: LINE_STRIP,
  pose: { position: pointOf([]), orientation: turned(0) },
  thickness: 0.05,
  scale_invariant: false,
  points: points.map(pointOf),
  color: { r: 0.4, g: 0.45, b: 0.42, a: 1 },
  colors: [],
  indices: [],
});

/** Returns a plan as one scene, with one entity per layer. */
function sceneOf(layers: PlanLayers, at: number): object {
  const nothing = { arrows: [], cubes: [], spheres: [], cylinders: [], triangles: [], texts: [], models: [], metadata: [] };
  const entities = Object.entries(layers).map(([id, { features }]) => ({
    timestamp: timeOf(at),
    frame_id: 'plan',
    id,
    lifetime: timeOf(0),
    frame_locked: false,
    ...nothing,
    lines: features.flatMap(({ geometry }) => linesOf(geometry).map(lineOf)),
  }));
  return { deletions: [], entities };
}

function reportMessages({ serial, reportedAt, state, at }: Extract<FleetEvent, { kind: 'device.stateReported' }>): readonly Message[] {
  const report: Message = { topic: `/${serial}/state`, schema: 'orangery.StateReport', data: { serial, reportedAt, state } };
  const { current_pose_x: x, current_pose_y: y, current_pose_theta: theta } = state;
  if (x == null || y == null) return [report];
  const pose = { position: { x, y, z: 0 }, orientation: turned(theta ?? 0) };
  return [report, { topic: `/${serial}/pose`, schema: 'foxglove.PoseInFrame', data: { timestamp: timeOf(at), frame_id: 'plan', pose } }];
}

/** The values of the levels of foxglove.Log. */
const LEVEL = { info: 2, warning: 3, error: 4 } as const;

function levelOf(kind: string): number {
  if (/\.(failed|rejected)$/.test(kind)) return LEVEL.error;
  return kind === 'socket.closed' || kind === 'log.gap' ? LEVEL.warning : LEVEL.info;
}

function logMessage(event: FleetEvent): Message {
  const { kind, seq, at, source, ...fields } = event;
  // The whole response is omitted, because it would make the log unreadable; the NDJSON file contains it.
  const shown = Object.entries(fields).filter(([name]) => name !== 'answer' && name !== 'data');
  const data = {
    timestamp: timeOf(at),
    level: levelOf(kind),
    message: `${kind} ${JSON.stringify(Object.fromEntries(shown))}`,
    name: source,
    file: '',
    line: seq,
  };
  return { topic: '/events', schema: 'foxglove.Log', data };
}

function messagesOf(event: FleetEvent): readonly Message[] {
  if (event.kind === 'device.stateReported') return reportMessages(event);
  if (event.kind === 'clock.ticked') return [];
  const plan =
    event.kind === 'request.succeeded' && event.call === getMapGeojson.name ? getMapGeojson.answer.safeParse(event.answer).data : undefined;
  const scene: readonly Message[] =
    plan === undefined ? [] : [{ topic: '/plan', schema: 'foxglove.SceneUpdate', data: sceneOf(plan.layers, event.at) }];
  return [logMessage(event), ...scene];
}

const encoder = new TextEncoder();

/** Returns a function that returns the channel of a topic; a channel is registered on first use. */
function channelsOf(writer: McapWriter) {
  const [schemas, channels] = [new Map<McapSchema, number>(), new Map<string, number>()];
  return async ({ topic, schema }: Message): Promise<number> => {
    const known = channels.get(topic);
    if (known !== undefined) return known;
    const data = encoder.encode(JSON.stringify(mcapSchemas[schema]));
    const schemaId = schemas.get(schema) ?? (await writer.registerSchema({ name: schema, encoding: 'jsonschema', data }));
    schemas.set(schema, schemaId);
    const channelId = await writer.registerChannel({ topic, schemaId, messageEncoding: 'json', metadata: new Map() });
    channels.set(topic, channelId);
    return channelId;
  };
}

/**
 * Converts a recording to MCAP (`convert`): writes the reports and poses of each device, the plans that were shown, and every other event except ticks as a log
 * message.
 */
export async function toMcap(session: RecordedSession, writable: IWritable): Promise<void> {
  const writer = new McapWriter({ writable });
  await writer.start({ profile: '', library: `${session.info.site.product} ${session.info.site.version}` });
  const channelOf = channelsOf(writer);
  for await (const block of blocksOf(session)) {
    for (let index = 0; index < block.count; index += 1) {
      const event = block.eventAt(index);
      const time = BigInt(Math.round(event.at * 1e6));
      for (const message of messagesOf(event)) {
        const data = encoder.encode(JSON.stringify(message.data));
        await writer.addMessage({ channelId: await channelOf(message), sequence: event.seq, logTime: time, publishTime: time, data });
      }
    }
  }
  await writer.end();
}
