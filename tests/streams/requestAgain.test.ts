import { firstValueFrom, of, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { getConfig } from '#contract/devices/configuration';
import { getNetworkInformation } from '#contract/location';
import { z } from '#contract/schema';
import { isDeeper } from '#domain/text/nesting';
import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { requestAgain, type Attempt } from '#streams/query/requestOnce';
import { fullListOf } from '#streams/query/fullLists';
import { requestAllPages } from '#streams/query/requestAllPages';
import { readPush } from '#streams/socket/frame';
import { fakePorts, json } from '../support/fakePorts.ts';

const location = (id: string) => ({ id, name: `Greenhouse ${id}`, owned_by: 'growers', timezone: 'Europe/Amsterdam' });
const page = (total: number, ...ids: readonly string[]) => ({ total, results: ids.map(location) });

/** Ports that answer with one body after the other; the clock says how many were asked. */
function answering(...bodies: readonly unknown[]) {
  const clock = new VirtualTimeScheduler();
  clock.now = () => ports.asked.length;
  const ports = fakePorts(clock, { answer: (_, number) => of(json(bodies[number], { serverAt: 2 * number })) });
  return ports;
}

const request = { call: getLocations.name, params: {}, query: {} };
const answerOf = (attempt: Attempt) => (attempt.ok ? attempt.answer : null);

it('[REQUEST13] a response equal to the last one is not parsed again, and has its own times', async () => {
  const ports = answering(page(1, 'a'), page(1, 'a'), page(1, 'b'));
  const first = await firstValueFrom(requestAgain(ports, request, null));
  const second = await firstValueFrom(requestAgain(ports, request, first));
  const third = await firstValueFrom(requestAgain(ports, request, second));
  expect(answerOf(second)).toBe(answerOf(first));
  expect(answerOf(third)).toEqual(page(1, 'b'));
  expect([first, second, third]).toMatchObject([0, 1, 2].map((at) => ({ ok: true, requestedAt: at, offsetMs: at - 1 })));
});

it('[REQUEST13] after a failure, and of a secret, it is parsed', async () => {
  const ports = answering(page(1, 'a'), page(1, 'a'));
  const failure: Attempt = { ok: false, failure: { status: 500, message: '' }, offsetMs: null };
  const first = await firstValueFrom(requestAgain(ports, request, null));
  const second = await firstValueFrom(requestAgain(ports, request, failure));
  expect(answerOf(second)).toEqual(answerOf(first));
  const secret = { call: getNetworkInformation.name, params: { id: 'kas-1' }, query: {} };
  const secrets = answering({}, {});
  const shown = await firstValueFrom(requestAgain(secrets, secret, null));
  const again = await firstValueFrom(requestAgain(secrets, secret, shown));
  expect(answerOf(again)).not.toBe(answerOf(shown));
});

it('[NESTED2] a value nested thousands of levels deep is masked, its neighbours stay; such a secret answer is a failure', async () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000);
  const clock = new VirtualTimeScheduler();
  const ports = (text: string) => fakePorts(clock, { answer: () => of({ ...json({}), text }) });
  const config = { call: getConfig.name, params: { serial: 'LF-01' }, query: {} };
  const parameter = (value: string) => `{"value":${value},"model":{"command_name":"a","group":"A-GREEN","type":"list"}}`;
  const text = `{"file_names":["drive.yaml"],"config":{"drive.yaml":{"deep":${parameter(deep)},"flat":${parameter('[1]')}}}}`;
  const read = await firstValueFrom(requestAgain(ports(text), config, null));
  const { config: files } = z
    .object({ config: z.record(z.string(), z.record(z.string(), z.object({ value: z.unknown() }))) })
    .parse(answerOf(read));
  const { deep: cut, flat } = files['drive.yaml'] ?? {};
  expect([flat?.value, isDeeper(cut?.value)]).toEqual([[1], false]);
  expect(JSON.stringify(cut)).toContain('"***"');
  const secret = { call: getNetworkInformation.name, params: { id: 'kas-1' }, query: {} };
  const failed = await firstValueFrom(requestAgain(ports(`{"wifi_ssid":"a","further":${deep}}`), secret, null));
  expect(failed).toMatchObject({ ok: false, failure: { status: 200 } });
});

it('[NESTED2] a push that nests thousands of levels deep is read like any other', () => {
  const value: unknown = JSON.parse('['.repeat(10_000) + ']'.repeat(10_000));
  const event = readPush({
    type: 'state',
    serial: 'LF-01',
    time: '2026-03-04T12:00:00Z',
    state: { current_state: 'waiting', further: value },
  });
  expect(event).toMatchObject({ kind: 'device.stateReported', state: { current_state: 'waiting' } });
  expect(JSON.stringify(event)).toContain('***');
});

it('[REQUEST13] only the changed pages of a list are parsed', async () => {
  const [some, others, more] = [page(3, 'a', 'b'), page(3, 'c'), page(3, 'd')];
  const ports = answering(some, others, some, more);
  const list = fullListOf(getLocations);
  const first = await firstValueFrom(requestAllPages(ports, list, null));
  const second = await firstValueFrom(requestAllPages(ports, list, first));
  const pagesOf = (attempt: Attempt) => (attempt.ok ? (attempt.pages ?? []).map(answerOf) : []);
  expect(pagesOf(second)[0]).toBe(pagesOf(first)[0]);
  expect(answerOf(second)).toEqual({ total: 3, results: ['a', 'b', 'd'].map(location) });
});

const nowhere = 7;

it.each([
  ['deployments without a zone', getDeployments, { device_serial: 'LF-01', location_id: 'kas-1', creation_date: '2026-03-04T13:05:00' }],
  ['locations with numbers as texts', getLocations, { name: nowhere, owned_by: nowhere, timezone: nowhere }],
  ['greenhouses with numbers as texts', getGreenhouses, { name: nowhere, client_name: nowhere, location_id: nowhere }],
  ['organisations with unreadable domains', getOrganisations, { name: 'Growers', mail_domains: [nowhere, nowhere] }],
  ['maps with numbers as texts', getAllMaps, { name: nowhere, map_name: nowhere, versions: [] }],
  ['rows without a key', getLocations, { id: nowhere }],
])('[ANY9] all pages of a list are loaded: %s', async (_, call, fields) => {
  const rows = (...ids: readonly string[]) => ({ total: 4, results: ids.map((id) => ({ id, ...fields })) });
  const ports = answering(rows('a', 'b'), rows('c'), rows('d'));
  const list = await firstValueFrom(requestAllPages(ports, fullListOf(call), null));
  expect(ports.asked.map(({ address }) => new URLSearchParams(address.split('?')[1]).get('page'))).toEqual(['0', '1', '2']);
  expect(list).toMatchObject({ ok: true, answer: { total: 4 } });
  expect(list.ok && list.unread).toBeGreaterThanOrEqual(4);
});

it('[ANY9] an empty page ends a list whose total is too high', async () => {
  const ports = answering(page(4, 'a', 'b'), page(4));
  const list = await firstValueFrom(requestAllPages(ports, fullListOf(getLocations), null));
  expect(ports.asked).toHaveLength(2);
  expect(answerOf(list)).toEqual({ total: 4, results: ['a', 'b'].map(location) });
});
