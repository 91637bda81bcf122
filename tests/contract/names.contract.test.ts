import { beforeAll, expect, it } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { type CallName, calls } from '#contract/catalogue/calls';
import { REQUEST_ID_HEADER } from '#contract/call';
import { answerOf, ask } from '../support/client.ts';
import { staff, withServer } from '../support/contractServer.ts';
import { samples } from './samples.ts';

const server = withServer();

// A change is checked against what is stored, so the device and the account of the samples exist here.
beforeAll(async () => {
  const { address, identity } = server.it();
  const body = { name: 'Sprayer', device_type: 'SPR01', hardware_revision_id: null };
  await answerOf(address, calls.postCreateDevice, { params: { serial: 'SC-0' }, body, token: identity.issue(staff) });
  const person = { email: 'nobody@delinde.example', name: 'No', family_name: 'Body', locale: 'nl-BE' };
  await identity.administration.invite({ ...person, groups: ['user_type:organisation_user', 'organisation:de-linde'] });
});

/** Fields that hold a name or a text that people read, and the calls that take them; with what else the call needs. */
const named: Partial<Record<CallName, Readonly<Record<string, object>>>> = {
  postCreateDevice: { name: {} },
  postUpdateDevice: { name: {}, client_name: {} },
  postUpdateDeviceType: { name: {} },
  postCorrectDevice: { client_name: {} },
  postCreateDeviceType: { name: {} },
  postCreateLocale: { name: {} },
  postUpdateLocale: { name: {} },
  postMaintenanceSettings: { 'settings.name': {} },
  postCreateLocation: { name: {}, address: { name: 'Named' } },
  postUpdateLocation: { name: {}, client_name: {}, address: {} },
  postUpdateNetworkInformation: { wifi_ssid: {} },
  postCreateGreenhouse: { name: {}, client_name: { name: 'Named' } },
  postUpdateGreenhouse: { name: {}, client_name: {} },
  postCreateOrganisation: { name: {}, client_name: { name: 'Named' }, authentication_group: { name: 'Named' } },
  postUpdateOrganisation: { name: {}, client_name: {}, authentication_group: {} },
  postCreateUser: { name: {}, family_name: {} },
  postUpdateUser: { name: {}, family_name: {} },
  postAssociateCode: { device_name: {} },
  postConfirmMoveMfa: { device_name: {} },
  postRegisterErrorCode: { 'description.development': {}, 'description.LANGUAGE': {} },
  postUpdateErrorCode: { 'description.development': {}, 'description.LANGUAGE': {} },
};

/** Fields of this kind that are no names: they name what exists already. */
const REFERENCES = new Set(['file_name', 'config_name', 'username', 'expected_description']);

/** Returns the paths of a body's fields that sound like a name, by its JSON schema. */
function nameFields(schema: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, anyOf = [] } = schema as { properties?: Record<string, unknown>; anyOf?: unknown[] };
  const own = Object.entries(properties).flatMap(([name, inner]) => {
    if (REFERENCES.has(name)) return [];
    const at = [...path, name];
    return /(?:^|_)(?:name|address|ssid|group|description|comment|message|note)$/.test(name) ? [at.join('.')] : nameFields(inner, at);
  });
  return [...own, ...anyOf.flatMap((one) => nameFields(one, path))];
}

/** Texts that are no names, and the credentials of things; those of people are theirs. Fields with free names are not in the schema of a body. */
const written: typeof named = {
  postChangeRevision: { revision_id: { act: 'add' } },
  postUpdateDevice: { 'metadata.robot_platform_id': {}, 'metadata.own.note': {}, 'metadata.own.LANGUAGE': {} },
  postUpdateNetworkInformation: { wifi_password: {} },
  postMaintenanceDeployment: { 'deployment.pi.username': {}, 'deployment.router.password': {} },
};

it('[NAME1] every call with a field that sounds like a name is tried below', () => {
  const found = Object.entries(calls).flatMap(([name, call]) => {
    // The texts of a form with a file have tests of their own.
    if (call.multipart) return [];
    const fields = nameFields(toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }));
    return fields.map((field) => `${name} ${field}`);
  });
  const tried = Object.entries(named).flatMap(([call, fields]) => Object.keys(fields).map((field) => `${call} ${field}`));
  expect([...new Set(tried.map((one) => one.replace(/ description\..*/, ' description')))].toSorted()).toEqual(found.toSorted());
});

/** Returns a body with a value at a path; `LANGUAGE` is itself the value. */
function withValue(body: unknown, [first = '', ...rest]: readonly string[], value: string): Record<string, unknown> {
  const known: Record<string, unknown> = { ...(body as Record<string, unknown> | undefined) };
  if (rest.length > 0) return { ...known, [first]: withValue(known[first], rest, value) };
  return first === 'LANGUAGE' ? { ...known, [value]: 'x' } : { ...known, [first]: value };
}

const refused = [
  ['an override', 'Kas \u202E1', /control characters/],
  ['an isolate', 'Kas \u20661\u2069', /control characters/],
  ['a bell', 'Kas \u00071', /control characters/],
  ['a space without width', 'Kas\u200B 1', /invisible character U\+200B/],
  ['a mark of direction', 'Kas\u200F 1', /invisible character U\+200F/],
] as const;
const rows = [...Object.entries(named), ...Object.entries(written)].flatMap(([call, fields]) =>
  Object.entries(fields).flatMap(([field, more]) =>
    refused.map(([what, value, error]) => [call as CallName, field, what, more, value, error] as const),
  ),
);

it.each(rows)('[NAME1] %s refuses a %s with %s', async (name, field, _what, more, value, error) => {
  const { address, identity } = server.it();
  const { params, body, query } = samples[name].mine;
  const outcome = await ask(address, calls[name], {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { query }),
    body: withValue({ ...(body as object | undefined), ...more }, field.split('.'), value),
    token: identity.issue(staff),
    headers: { [REQUEST_ID_HEADER]: crypto.randomUUID() },
  });
  expect(outcome).toMatchObject({ ok: false, status: 400, error: expect.stringMatching(error) });
});

it('[NAME1] a text of several lines is taken', async () => {
  const { address, identity } = server.it();
  const device = { params: { serial: 'LF-0140-23' }, token: identity.issue(staff) };
  const { result } = await answerOf(address, calls.getDevice, device);
  const metadata = { ...result.metadata, note: 'two\nlines\tand a tab' };
  await answerOf(address, calls.postUpdateDevice, { ...device, body: { metadata } });
  expect((await answerOf(address, calls.getDevice, device)).result.metadata).toEqual(metadata);
});
