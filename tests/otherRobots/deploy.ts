import type { Call } from '#contract/call';
import { calls } from '#contract/catalogue/calls';
import { z } from '#contract/schema';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { mapZip } from '../support/mapZip.ts';
import { divo } from './divo.ts';
import type { ForeignRobot } from './foreignRobot.ts';
import { kompano } from './kompano.ts';
import { lumion } from './lumion.ts';
import { ADDED_TYPE, LANES, MAP } from './places.ts';
import { scout } from './scout.ts';
import { sprayer } from './sprayer.ts';

/** The five robots. */
export const otherRobots: readonly ForeignRobot[] = [kompano, sprayer, scout, divo, lumion];

/** A server, and somebody of its staff. */
interface Staff {
  readonly url: string;
  readonly token: string;
}

const tokenFile = z.object({ access_token: z.string() });

/** Makes a place with a map and deploys the five robots there, by the calls of the screens. Returns their access tokens by serial. */
export async function deployOtherRobots({ url, token }: Staff): Promise<ReadonlyMap<string, string>> {
  const call = <C extends Call>(one: C, asking: Asking) => answerOf(url, one, { token, ...asking });
  const { result: organisation } = await call(calls.postCreateOrganisation, { body: { name: 'Gärtnerei Süd' } });
  const place = { name: 'Süd', owned_by: organisation.id, timezone: 'Europe/Berlin' };
  const { result: location } = await call(calls.postCreateLocation, { body: place });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await mapZip('2.1.1', LANES))]), 'map.zip');
  const headers = { authorization: `Bearer ${token}` };
  const uploaded = await fetch(`${url}/api/map/${MAP}/2.1.1/upload`, { method: 'POST', headers, body: form });
  if (!uploaded.ok) throw new Error(await uploaded.text());
  await call(calls.postCreateGreenhouse, { body: { name: 'Haus 1', location_id: location.id, map_id: MAP } });
  await call(calls.postCreateDeviceType, { params: { id: ADDED_TYPE }, body: { name: 'Nevel 2' } });
  const tokens = new Map<string, string>();
  for (const { serial, type } of otherRobots) {
    const params = { serial };
    await call(calls.postCreateDevice, { params, body: { name: `${serial} Süd`, device_type: type } });
    await call(calls.postDeployDevice, { params, body: { location_id: location.id } });
    await call(calls.postUpdateDevice, { params, body: { life_cycle_stage: 'OPERATIONAL' } });
    const file = await ask(url, calls.getDeviceAccessToken, { token, params });
    tokens.set(serial, tokenFile.parse(JSON.parse(file.text)).access_token);
  }
  return tokens;
}
