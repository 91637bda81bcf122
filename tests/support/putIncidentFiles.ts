import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { z } from '#contract/schema';
import { deviceTokenFile } from '#server/devices/credentials/deviceToken';
import { filmDepth } from '#server/simulator/files/depthFilm';
import { rosLog, rosText } from '#server/simulator/files/rosTypes';
import { writeBag } from '#server/simulator/files/writeBag';
import { openTestDatabase } from './openTestDatabase.ts';
import { TEST_CREDENTIAL_KEY, type TestServer } from './testServer.ts';

const tokenFile = z.object({ access_token: z.string() });
const AT = Date.UTC(2026, 2, 4, 13);

/** A recording with one log line. */
export const aRecording = gzipSync(
  writeBag([
    { topic: '/incident', kind: 'text', at: AT, body: rosText('{}') },
    { topic: '/rosout', kind: 'log', at: AT + 1_000, body: rosLog({ at: AT + 1_000, level: 'error', name: 'drive', message: 'blocked' }) },
  ]),
);
/** A depth video whose camera was not blinded. */
export const aDepthVideo = filmDepth('clear', AT);
/** A video that browsers play. */
export const aVideo = readFileSync(new URL('../../server/simulator/files/mosaic.mp4', import.meta.url));

/** Puts files of an incident as its device does: the recording, and by default a depth video and a video. */
export async function putIncidentFiles(
  { address, databaseUrl, now }: TestServer,
  serial: string,
  id: string,
  files: Readonly<Record<string, Buffer>> = { '.dat': aDepthVideo, '.mp4': aVideo, '.bag.gz': aRecording },
): Promise<readonly number[]> {
  const database = openTestDatabase(databaseUrl);
  const { body } = await deviceTokenFile({ database, key: TEST_CREDENTIAL_KEY, now: now() }, { serial, scope: 'all' });
  await database.destroy();
  const { access_token } = tokenFile.parse(JSON.parse(Buffer.isBuffer(body) ? body.toString() : ''));
  const authorization = `Basic ${Buffer.from(`${serial}:${access_token}`).toString('base64')}`;
  const statuses: number[] = [];
  for (const [ending, bytes] of Object.entries(files)) {
    const path = `${address}/device-files/${encodeURIComponent(id + ending)}`;
    const answer = await fetch(path, { method: 'PUT', headers: { authorization }, body: new Uint8Array(bytes) });
    statuses.push(answer.status);
  }
  return statuses;
}
