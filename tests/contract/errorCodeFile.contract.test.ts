import { expect, it } from 'vitest';
import { addressOf, type AnswerOf } from '#contract/call';
import { getErrorCodes, postRegisterErrorCode, postUpdateErrorCode } from '#contract/errorCode';
import { getUsedErrorCodes, postImportErrorCodes } from '#contract/errorCodeFile';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getIncidents } from '#contract/incident';
import { z } from '#contract/schema';
import { codesJson } from '#domain/errorCodes/codeJson';
import { anIncident } from '../support/anIncident.ts';
import { answerOf, ask } from '../support/client.ts';
import { rightText } from '#domain/people/callRights';
import { adminOf, staff, support, userOf, withServer } from '../support/contractServer.ts';
import { until } from '../support/until.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const read = () => answerOf(server.it().address, getErrorCodes, { token: token() });
const used = (groups?: readonly string[]) => ask(server.it().address, getUsedErrorCodes, { token: token(groups) });

type Fields = Partial<Record<'expected_version' | 'remove_missing', string>>;
type Imported = AnswerOf<typeof postImportErrorCodes>;
type Sent = { readonly status: number; readonly answer: Imported } | { readonly status: number; readonly error: string };

/** Sends a file as the console does. */
async function send(
  content: string | Uint8Array<ArrayBuffer> | null,
  fields: Fields = {},
  groups = staff,
  bearer = token(groups),
): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (content !== null) form.append('file', new Blob([content]), 'codes.csv');
  const reply = await fetch(`${server.it().address}/api/${addressOf(postImportErrorCodes, {})}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: form,
  });
  const body: unknown = await reply.json();
  if (reply.ok) return { status: reply.status, answer: postImportErrorCodes.answer.parse(body) };
  return { status: reply.status, error: z.object({ error: z.string() }).parse(body).error };
}

it('[CODES5] a file adds and changes codes and leaves the others, whatever the case of their digits', async () => {
  const before = await read();
  const file =
    '\uFEFFCode;Development;pl\r\n0x0a010023;gateway: new;Nowy\r\n0xAB000001;"two\r\nlines";\r\n0x01000001;safety: emergency stop input open;\r\n';
  expect(await send(file, { expected_version: before.version ?? '' })).toEqual({
    status: 200,
    answer: { result: true, added: 1, changed: 1, same: 1, removed: 0, kept: [] },
  });
  const after = await read();
  expect(after.version).not.toBe(before.version);
  expect(after.error_codes).toEqual({
    ...before.error_codes,
    '0x0A010023': { description: { ...before.error_codes['0x0A010023']?.description, development: 'gateway: new', pl: 'Nowy' } },
    '0xab000001': { description: { development: 'two\nlines' } },
  });
  expect(await send(codesJson(after.error_codes), { remove_missing: 'true' })).toMatchObject({
    answer: { added: 0, changed: 0, same: Object.keys(after.error_codes).length, removed: 0 },
  });
  expect(await read()).toEqual(after);
});

it.each([
  ['whose sign-in has ended', null, 401],
  ['who is no staff any more', adminOf('de-linde'), 403],
] as const)('[UPLOADS1] the file of somebody %s while it arrived changes nothing', async (word, groups, status) => {
  const before = await read();
  const bearer = server.it().identity.issue(staff, { username: word });
  server.it().identity.groupsNow.set(word, groups);
  expect(await send('Code;Development\n0xAC00000A;late\n', {}, staff, bearer)).toMatchObject({ status });
  expect(await read()).toEqual(before);
});

it('[CODES5] one line that cannot be taken takes nothing, with its number and why', async () => {
  const before = await read();
  const lines = ['0xAC000001;new', '0x12;short', '0xAC000001;again', '0xAC000002;', '0xAC000003;a\u200Bb'];
  const sent = await send(`Code;Development\n${lines.join('\n')}\n`, { remove_missing: 'true' });
  expect(sent).toEqual({
    status: 400,
    error:
      'Invalid: Line 3: An error code is 0x and 8 hexadecimal digits, for example 0x0a010023. Line 4: 0xAC000001 stands on line 2 already. Line 5: Development text cannot be empty. And 1 more.',
  });
  expect(await read()).toEqual(before);
});

it.each<readonly [string, string | Uint8Array<ArrayBuffer> | null, RegExp]>([
  ['UTF-16', new Uint8Array(Buffer.from('\uFEFFCode;Development', 'utf16le')), /UTF-16/],
  ['Latin letters of Windows', new Uint8Array(Buffer.from('Code;Development\n0xAC000001;é', 'latin1')), /not UTF-8/],
  ['a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4]), /spreadsheet/],
  ['nothing', '', /empty/],
  ['no file', null, /file is missing/],
  ['more than 16 MB', 'x'.repeat(16_000_001), /16 MB/],
])('[CODES2] [CODES5] %s is refused by name', async (_, content, error) => {
  expect(await send(content)).toMatchObject({ status: 400, error: expect.stringMatching(error) });
});

it('[CODES5] who compared the file with an older catalogue is refused, also of two who import at once', async () => {
  const { version } = await read();
  const error_code = '0x03000101';
  await answerOf(server.it().address, postUpdateErrorCode, {
    token: token(),
    body: { error_code, description: { development: 'changed meanwhile' } },
  });
  const file = (text: string) => `Code;Development\n${error_code};${text}`;
  const conflict = { status: 409, error: 'Conflict: Somebody else changed the error codes in the meantime. See again what changes.' };
  expect(await send(file('mine'), { expected_version: version ?? '' })).toEqual(conflict);
  expect((await read()).error_codes[error_code]?.description).toEqual({ development: 'changed meanwhile' });
  const expected_version = (await read()).version ?? '';
  const both = await Promise.all([send(file('one'), { expected_version }), send(file('two'), { expected_version }, support)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it('[CODES6] codes that the file lacks go only where that is wanted, and those that incidents have stay', async () => {
  const { address } = server.it();
  for (const error_code of ['0x0F00000C', '0x0f00000d'])
    await answerOf(address, postRegisterErrorCode, { token: token(), body: { error_code, description: { development: 'x' } } });
  const device = await server.it().device('LF-0140-23');
  const incident = anIncident('used-code', { error_code: '0x0f00000C', time: new Date().toISOString() });
  await device.publish(deviceTopic('LF-0140-23', 'log'), JSON.stringify(incident));
  const listed = async () => (await answerOf(address, getIncidents, { token: token(), query: { error_code: '0x0f00000c' } })).total;
  await until('the incident', async () => (await listed()) === 1);
  const { error_codes } = await read();
  const usedOnes = await used();
  const kept = usedOnes.ok ? usedOnes.answer.error_codes : [];
  expect(kept).toContain('0x0f00000c');
  const rest = Object.fromEntries(Object.entries(error_codes).filter(([code]) => !code.startsWith('0x0f')));
  const file = codesJson(rest);
  expect(await send(file)).toMatchObject({ answer: { removed: 0, kept: [] } });
  expect(await send(file, { remove_missing: 'true' })).toMatchObject({ answer: { removed: 1, kept: ['0x0f00000c'] } });
  const left = Object.keys((await read()).error_codes);
  expect([left.includes('0x0f00000c'), left.includes('0x0f00000d')]).toEqual([true, false]);
});

it.each([
  ['an organisation_admin', adminOf('de-linde')],
  ['an organisation_user', userOf('de-linde')],
])('[CODES5] %s imports no file and reads not which codes all incidents have', async (_, groups) => {
  const before = await read();
  expect(await send('Code;Development\n0xAD000001;x', {}, groups)).toEqual({
    status: 403,
    error: `Forbidden: ${rightText.error_codes}`,
  });
  expect(await used(groups)).toMatchObject({ status: 403 });
  expect(await read()).toEqual(before);
});
