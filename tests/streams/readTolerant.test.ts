import { expect, it } from 'vitest';
import { postCreateDevice } from '#contract/devices/device';
import { postAssociateCode, postChangePassword, postConfirmMoveMfa, postMoveMfa, postSetupMfa, postUpdateMfa } from '#contract/identity';
import { getIncident } from '#contract/incident';
import { instant, optionalInstant, optionalLocalTime, z } from '#contract/schema';
import { isTolerable, readTolerant } from '#streams/parse/readTolerant';

const row = z.object({
  id: z.string(),
  tags: z.nullish(z.array(z.object({ name: z.string() }))),
  place: z.optional(z.array(z.number()).check(z.minLength(2))),
});
const schema = z.object({
  total: z.number(),
  results: z.array(row),
  byName: z.optional(z.record(z.string(), z.object({ size: z.number() }))),
});
const good = { id: 'a' };

it.each<readonly [string, unknown, unknown, number]>([
  ['what fits', { total: 1, results: [good] }, { total: 1, results: [good] }, 0],
  ['one bad row', { total: 2, results: [good, { id: 7 }] }, { total: 2, results: [good] }, 1],
  ['null, a text and a list as rows', { total: 4, results: [null, 'x', [], good] }, { total: 4, results: [good] }, 3],
  ['all rows bad', { total: 2, results: [{}, {}] }, { total: 2, results: [] }, 2],
  [
    'a bad item of a row',
    { total: 1, results: [{ id: 'a', tags: [{ name: 'x' }, { name: 1 }] }] },
    { total: 1, results: [{ id: 'a', tags: [{ name: 'x' }] }] },
    1,
  ],
  ['a bad row with a bad item', { total: 2, results: [{ id: 1, tags: [{}] }, good] }, { total: 2, results: [good] }, 1],
  [
    'a bad entry of a dictionary',
    { total: 0, results: [], byName: { a: { size: 1 }, b: { size: '2' }, c: null } },
    { total: 0, results: [], byName: { a: { size: 1 } } },
    2,
  ],
  ['too short a place', { total: 1, results: [{ id: 'a', place: [1] }, good] }, { total: 1, results: [{ id: 'a' }, good] }, 1],
])('[READ1] of %s the rest is read', (_, json, value, unreadCount) => {
  expect(readTolerant(schema, json)).toEqual({ value, unreadCount });
});

it.each([
  ['nothing', undefined],
  ['a text', 'oops'],
  ['a list', []],
  ['no list where one belongs', { total: 1, results: 'none' }],
  ['a wrong field outside every list', { total: '1', results: [good] }],
])('[READ1] %s cannot be read', (_, json) => {
  expect(readTolerant(schema, json)).toBeNull();
});

it('[READ1] reading changes nothing of what was given', () => {
  const json = { total: 2, results: [good, { id: 7 }] };
  readTolerant(schema, json);
  expect(json).toEqual({ total: 2, results: [good, { id: 7 }] });
});

it('[READ1] ten thousand unreadable rows take one more round, not ten thousand', () => {
  let reads = 0;
  const counted = z.pipe(
    z.object({ results: z.array(z.object({ id: z.string() })) }),
    z.transform((value) => {
      reads += 1;
      return value;
    }),
  );
  const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: at % 2 === 0 ? String(at) : at }));
  expect(readTolerant(counted, { results: rows })?.unreadCount).toBe(5_000);
  expect(reads).toBe(1);
});

const person = z.object({
  email: z.string(),
  status: z.string(),
  created: instant,
  enabled: z.nullish(z.boolean()),
  level: z.enum(['a', 'b']),
});
const people = z.object({ result: z.array(person) });
const whole = { email: 'an@x.be', status: 'ACTIVE', created: '2026-03-04T13:05:00Z', enabled: true, level: 'a' };

it.each<readonly [string, object, object | null]>([
  ['a text and an instant of null', { status: null, created: null }, { status: '', created: '' }],
  ['a text that is a number, an instant without a zone', { status: 4, created: '2026-03-04 13:05' }, { status: '', created: '' }],
  ['a word where yes or no may be missing', { enabled: 'maybe' }, { enabled: undefined }],
  ['no key', { email: null }, null],
  ['what nothing stands in for', { level: null }, null],
])('[FIELD1] a row with %s needs only its key', (_, fields, read) => {
  const reading = readTolerant(people, { result: [{ ...whole, ...fields }, whole] });
  const unreadCount = read === null ? 1 : Object.keys(fields).length;
  expect(reading).toEqual({ value: { result: read === null ? [whole] : [{ ...whole, ...read }, whole] }, unreadCount });
  expect(reading !== null && isTolerable(people, reading.value)).toBe(true);
});

const machine = z.object({
  serial: z.string(),
  name: z.string(),
  site_id: z.nullish(z.string()),
  stage: z.nullable(z.object({ id: z.string() })),
  deployment: z.nullish(z.object({ id: z.string(), location_id: z.string(), created: instant })),
  position: z.object({ zone_id: z.string(), x: z.number() }),
});
const known = {
  serial: 'LF-01',
  name: 'Alba',
  site_id: 's',
  stage: { id: 'live' },
  deployment: { id: 'd', location_id: 'l', created: '2026-03-04T13:05:00Z' },
  position: { zone_id: 'z', x: 1 },
};

it.each<readonly [string, object, object | null]>([
  ['a name of null', { name: null }, { name: '' }],
  ['an optional id of another kind', { site_id: 12 }, { site_id: undefined }],
  ['an empty record for none', { deployment: {} }, { deployment: undefined }],
  ['an empty record where null means none', { stage: {} }, { stage: null }],
  [
    'the id of another thing missing',
    { deployment: { ...known.deployment, location_id: null } },
    { deployment: { ...known.deployment, location_id: '' } },
  ],
  ['a part that nothing stands in for', { position: { zone_id: 'z', x: null } }, null],
  [
    'a part without what identifies it, which may not be missing',
    { position: { zone_id: null, x: 1 } },
    { position: { zone_id: '', x: 1 } },
  ],
  ['another key', { serial: 7 }, null],
])('[FIELD1] a row with %s is left out only for its own key, or for what nothing replaces', (_, fields, read) => {
  const devices = z.object({ result: z.array(machine) });
  const reading = readTolerant(devices, { result: [{ ...known, ...fields }, known] });
  expect(reading?.value).toEqual({ result: read === null ? [known] : [{ ...known, ...read }, known] });
  expect(reading?.unreadCount).toBeGreaterThan(0);
  expect(reading !== null && isTolerable(devices, reading.value)).toBe(true);
});

it.each<readonly [string, unknown, unknown]>([
  ['a text of null', { result: { ...known, name: null } }, { result: { ...known, name: '' } }],
  ['no key', { result: { ...known, serial: null } }, null],
  ['nothing in the frame', { result: null }, null],
  ['nothing at all', {}, null],
])('[FIELD1] a single record with %s is read as one in a list is', (_, json, value) => {
  expect(readTolerant(z.object({ result: machine }), json)?.value ?? null).toEqual(value);
});

it('[FIELD1] a push is read field by field, too', () => {
  const push = z.object({ type: z.literal('note'), serial: z.string(), text: z.string(), at: instant });
  expect(readTolerant(push, { type: 'note', serial: 'LF-01', text: null, at: 0 }, { isRow: true })).toEqual({
    value: { type: 'note', serial: 'LF-01', text: '', at: '' },
    unreadCount: 2,
  });
  expect(readTolerant(push, { type: 'note', serial: null, text: '', at: 0 }, { isRow: true })).toBeNull();
});

const list = z.object({
  result: z.array(z.object({ id: z.string() })),
  updated: optionalInstant,
  note: z.optional(z.string()),
  has_older: z.nullish(z.boolean()),
  groups: z.nullish(z.array(z.string())),
});

it.each<readonly [string, object, object | null]>([
  ['an instant without a zone', { updated: '2026-03-04T13:05:00' }, {}],
  ['a number for an instant, and null for a text', { updated: 1_772_629_500, note: null }, {}],
  ['a text for a flag', { has_older: 'no' }, {}],
  ['a text for a list', { groups: 'none' }, null],
  ['no list', { result: 'none' }, null],
])('[ANY10] of a response with %s the rest is read', (_, fields, frame) => {
  const reading = readTolerant(list, { result: [{ id: 'a' }], ...fields });
  expect(reading).toEqual(frame && { value: { result: [{ id: 'a' }], ...frame }, unreadCount: Object.keys(fields).length });
});

const found = {
  incident_id: 'i-1',
  incident_time: '2026-03-04T13:05:00Z',
  machine_serial: 'LF-01',
  map_version: '2',
};

it.each<readonly [string, unknown, object | null | undefined]>([
  ['a text for a flag', { ...found, manually_triggered: 'false' }, found],
  ['a number for a text', { ...found, map_version: 2, node_id: 12 }, { ...found, map_version: undefined }],
  ['an instant without a zone', { ...found, incident_time: '2026-03-04T13:05:00' }, { ...found, incident_time: '' }],
  [
    'a flag for the outcome of a step',
    { ...found, post_processing_results: { data_parsing: true } },
    { ...found, post_processing_results: {} },
  ],
  ['nothing', {}, null],
  ['null', null, null],
])('[ANY11] one incident with %s is read as one in a list is', (_, incident, value) => {
  expect(readTolerant(getIncident.answer, { incident })?.value.incident).toEqual(value);
});

it.each([[{ ...found, incident_id: 7 }], ['none'], [[]]])('[ANY11] an incident cannot be read from %j', (incident) => {
  expect(readTolerant(getIncident.answer, { incident })).toBeNull();
});

it('[ANY10] the outcome of a second factor needs no reason', () => {
  for (const { answer } of [postAssociateCode, postUpdateMfa, postChangePassword, postConfirmMoveMfa])
    expect(readTolerant(answer, { ok: true, error: null, field: null })?.value.ok).toBe(true);
  for (const { answer } of [postSetupMfa, postMoveMfa])
    expect(readTolerant(answer, { qr_code: 'png', otpauth: null })).toMatchObject({ value: { qr_code: 'png' }, unreadCount: 0 });
});

it.each(['LF-01', 1, { serial: 'LF-01' }])('[ANY10] the outcome %j of a new device is not a missing one', (result) => {
  expect(readTolerant(postCreateDevice.answer, { result })).toBeNull();
});

it.each([{}, { result: null }])('[ANY10] a new device with %j has no outcome', (json) => {
  expect(readTolerant(postCreateDevice.answer, json)?.unreadCount).toBe(0);
});

it.each(['2026-03-04T14:05:09', '2026-03-04T14:05:09Z', '', null, undefined])(
  '[READ1] the local time %j is nothing unreadable',
  (local) => {
    const rows = z.object({ results: z.array(z.object({ device_local_time: optionalLocalTime })) });
    expect(readTolerant(rows, { results: [{ device_local_time: local }] })?.unreadCount).toBe(0);
  },
);
