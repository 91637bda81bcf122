import { expect, it } from 'vitest';
import type { Device } from '#contract/devices/device';
import { withDeployment, withDetail } from '#domain/devices/deviceRecord';

const row: Device = { serial: 'LF-01', name: 'Alba', device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL' };
const deployment = { id: 'dep-1', location_id: 'loc-1', creation_date: '2026-03-05T13:05:00Z' };
const other = { id: 'dep-2', location_id: 'loc-2', creation_date: '2026-03-06T13:05:00Z' };

it.each<[string, Partial<Device>, Partial<Device> | undefined, Partial<Device>]>([
  ['is not there', { client_name: 'A' }, undefined, { client_name: 'A' }],
  ['lacks a field', { metadata: { cover_finish: 'INOX' } }, {}, { metadata: { cover_finish: 'INOX' } }],
  ['has null', { first_seen: '2026-03-04T13:05:00Z' }, { first_seen: null }, { first_seen: '2026-03-04T13:05:00Z' }],
  ['has null for what the row lacks', {}, { active_deployment: null }, { active_deployment: null }],
  ['has a field that the row lacks', {}, { metadata: {}, active_deployment: deployment }, { metadata: {}, active_deployment: deployment }],
  ['has another value', { name: 'Alba' }, { name: 'Alba 2', metadata_valid: false }, { name: 'Alba 2', metadata_valid: false }],
  ['is about another device', { client_name: 'A' }, { serial: 'LF-02', client_name: 'B' }, { client_name: 'A' }],
])('[DEVS6] [CALL-096] [OPEN-95] where the answer about a device %s, its row fills it', (_, listed, detail, shown) => {
  const joined = withDetail({ ...row, ...listed }, detail === undefined ? undefined : { ...row, ...detail });
  expect(joined).toMatchObject({ ...row, ...shown });
  expect(Object.keys(joined).filter((name) => name !== 'metadata' && !Object.hasOwn({ ...row, ...shown }, name))).toEqual([]);
});

it.each([
  ['', 'Alba'],
  [' ', 'Alba'],
  ['Alba 2', 'Alba 2'],
])('[NAMED1] where the answer about a device has the name %j, it is called %s', (name, called) => {
  expect(withDetail(row, { ...row, name }).name).toBe(called);
});

it.each<[string, Device['metadata'], Device | undefined, Device['metadata']]>([
  ['neither has any', null, row, {}],
  ['its row alone has some', { cover_finish: 'INOX' }, row, { cover_finish: 'INOX' }],
  ['nobody answered about it', undefined, undefined, undefined],
])('[META3] where %s, that is its metadata', (_, metadata, detail, known) => {
  expect(withDetail({ ...row, metadata }, detail).metadata).toEqual(known);
});

it.each<[string, Device['active_deployment'], typeof other | undefined, Device['active_deployment']]>([
  ['its record', deployment, other, deployment],
  ['the list, where the record has null', null, other, other],
  ['the list, where the record lacks it', undefined, other, other],
  ['the list, where the record lacks its location', { ...deployment, location_id: '' }, other, other],
  ['nowhere, which is known', null, undefined, null],
  ['nowhere', undefined, undefined, undefined],
])('[DEVS6] the deployment of a device is that of %s', (_, active_deployment, listed, known) => {
  const found = withDeployment({ ...row, active_deployment }, listed === undefined ? undefined : { ...listed, device_serial: 'LF-01' });
  expect(found.active_deployment).toEqual(known);
});
