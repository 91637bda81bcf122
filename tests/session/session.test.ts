import { McapIndexedReader } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { canonicalState } from '#state/canonicalState';
import { stateOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { cut } from '#session/encodeSession';
import { readBlocks } from '#session/gate';
import { infoLines, blocksOf, openRecordedSession, toNdjson } from '#session/openSession';
import { withEvents } from '#session/shrink';
import { toMcap } from '#session/toMcap';
import { verify } from '#session/verify';
import { aLog } from '../past/recordedLog.ts';
import { eventsOf, reported } from '../state/eventsOf.ts';
import { sessionFile } from './aSession.ts';

async function eventsIn(bytes: Uint8Array): Promise<readonly FleetEvent[]> {
  const events: FleetEvent[] = [];
  for await (const line of toNdjson(await openRecordedSession(bytes))) events.push(JSON.parse(line));
  return events;
}

/** The state after every event of a file. */
async function statesIn(bytes: Uint8Array): Promise<ReadonlyMap<number, string>> {
  const states = new Map<number, string>();
  for await (const block of blocksOf(await openRecordedSession(bytes))) {
    let state = block.keyframe === null ? reduceLog(undefined, []) : stateOf(block.keyframe);
    for (let index = 0; index < block.count; index += 1) {
      state = reduceLog(state, [block.eventAt(index)]);
      states.set(block.eventAt(index).seq, JSON.stringify(canonicalState(state)));
    }
  }
  return states;
}

describe('a recording in a terminal', () => {
  it('[SESSION1] info prints who, how much and the note, and what is missing of a cut file', async () => {
    const file = await sessionFile();
    const whole = infoLines(await openRecordedSession(file)).join('\n');
    expect(whole).toMatch(/recorded by {2}An Verhoeven \(A0, system_admin\), Serra Robotics\n/);
    expect(whole).toMatch(/events {7}181\nblocks {7}4, .+\n/);
    expect(whole).toMatch(/note {9}the arm stood still$/);
    expect(infoLines(await openRecordedSession(file.slice(0, -30))).at(-1)).toMatch(/^damage {7}The end of the recording is missing/);
  });

  it('[SESSION2] verify passes a whole recording', async () => {
    expect(await verify(await openRecordedSession(await sessionFile()))).toBeNull();
  });

  it('[SESSION2] verify names the block whose bytes changed, and the one that does not begin where the last one ended', async () => {
    const file = await sessionFile();
    const second = (await openRecordedSession(file)).blocks[1];
    const at = (second?.offset ?? 0) + 60;
    const changed = file.with(at, ((file[at] ?? 0) + 1) % 256);
    expect(await verify(await openRecordedSession(changed))).toBe('Block 2 of 4: A block of the recording is damaged.');
    const false3 = await sessionFile(aLog(60), 50, 2);
    expect(await verify(await openRecordedSession(false3))).toBe('Block 3 of 4 does not begin with the state after the one before.');
  });

  it('[SESSION3] cut gives the same states inside the span as the whole file, and nothing of what is outside', async () => {
    const file = await sessionFile();
    const part = await cut(await openRecordedSession(file), { from: 20_500, to: 45_000 });
    if (part === null) throw new Error('There are events in the span.');
    const [all, kept] = [await statesIn(file), await statesIn(part)];
    expect((await eventsIn(part)).map(({ at }) => at / 1_000)).toEqual(
      aLog(60).flatMap(({ at }) => (at > 20_500 && at <= 45_000 ? [at / 1_000] : [])),
    );
    for (const [seq, state] of kept) expect(state).toBe(all.get(seq));
    expect(await verify(await openRecordedSession(part))).toBeNull();
    expect(await cut(await openRecordedSession(file), { from: 90_000, to: 99_000 })).toBeNull();
  });

  it('[SESSION3] [NOTE7] cut and shrink keep the notes of the span alone', async () => {
    const notes = [10, 30, 50].map((second) => ({ at: second * 1_000, text: `Second ${second}` }));
    const whole = await openRecordedSession(await sessionFile());
    const session = { ...whole, info: { ...whole.info, notes } };
    const { before } = await readBlocks(session);
    const parts = [await cut(session, { from: 20_500, to: Infinity }), await withEvents(session, before, aLog(45))];
    const kept = await Promise.all(parts.map(async (bytes) => (await openRecordedSession(bytes ?? new Uint8Array())).info.notes));
    expect(kept).toEqual([notes.slice(1), notes.slice(0, 2)]);
    // A note of now is after the last event.
    const last = await withEvents(session, before, aLog(49));
    expect((await openRecordedSession(last)).info.notes).toEqual(notes);
  });

  it('[SESSION4] every event is a line of NDJSON', async () => {
    expect(await eventsIn(await sessionFile())).toEqual(aLog(60));
  });

  it('[SESSION5] MCAP is read by its library: reports, poses and events of each device, in order of time', async () => {
    const plan = {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: {
            type: 'LineString',
            coordinates: [
              [0, 0],
              [0, 40],
            ],
          },
        },
      ],
    };
    const call = 'GET map/{id}/{version}/geojson';
    const events = eventsOf(
      [0, { kind: 'request.succeeded', key: call, call, answer: { layers: { lane: plan } } }, call],
      [1, reported('LF-01', 1, { current_pose_x: 3.5, current_pose_y: 2, current_pose_theta: Math.PI })],
      [2, { kind: 'socket.closed', code: 1006, retryInMs: 1_000 }],
    );
    const parts: Uint8Array[] = [];
    let length = 0n;
    await toMcap(await openRecordedSession(await sessionFile(events)), {
      position: () => length,
      write: async (bytes) => {
        parts.push(bytes.slice());
        length += BigInt(bytes.length);
      },
    });
    const bytes = Buffer.concat(parts);
    const readable = {
      size: async () => BigInt(bytes.length),
      read: async (offset: bigint, size: bigint) => new Uint8Array(bytes.subarray(Number(offset), Number(offset + size))),
    };
    const reader = await McapIndexedReader.Initialize({ readable });
    const read: unknown[] = [];
    for await (const { channelId, logTime, data } of reader.readMessages()) {
      const channel = reader.channelsById.get(channelId);
      const schema = reader.schemasById.get(channel?.schemaId ?? 0);
      expect([schema?.encoding, channel?.messageEncoding]).toEqual(['jsonschema', 'json']);
      read.push([channel?.topic, schema?.name, Number(logTime / 1_000_000n), JSON.parse(new TextDecoder().decode(data))]);
    }
    expect(read).toMatchObject([
      ['/events', 'foxglove.Log', 0, { level: 2, name: call }],
      [
        '/plan',
        'foxglove.SceneUpdate',
        0,
        {
          entities: expect.arrayContaining([
            expect.objectContaining({
              id: 'lane',
              lines: [
                expect.objectContaining({
                  points: [
                    { x: 0, y: 0, z: 0 },
                    { x: 0, y: 40, z: 0 },
                  ],
                }),
              ],
            }),
          ]),
        },
      ],
      ['/LF-01/state', 'orangery.StateReport', 1_000, { serial: 'LF-01', reportedAt: 1_000 }],
      [
        '/LF-01/pose',
        'foxglove.PoseInFrame',
        1_000,
        { frame_id: 'plan', pose: { position: { x: 3.5, y: 2, z: 0 }, orientation: { z: 1 } } },
      ],
      ['/events', 'foxglove.Log', 2_000, { level: 3, message: 'socket.closed {"code":1006,"retryInMs":1000}' }],
    ]);
  });
});
