import { expect, it } from 'vitest';
import { addressOf } from '#contract/call';
import {
  getErrorCodes,
  getErrorCodesExport,
  getErrorCodesExportCheck,
  postExplainErrorCodes,
  postDeleteErrorCode,
  postRegisterErrorCode,
  postUpdateErrorCode,
} from '#contract/errorCode';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { getIncidents } from '#contract/incident';
import { anIncident } from '../support/anIncident.ts';
import { answerOf, ask } from '../support/client.ts';
import { staff, support, withServer } from '../support/contractServer.ts';
import { readPdf } from '../support/readPdf.ts';
import { until } from '../support/until.ts';

const server = withServer();
const token = (groups: readonly string[] = staff) => server.it().identity.issue(groups);
const catalogue = async () => (await answerOf(server.it().address, getErrorCodes, { token: token() })).error_codes;
const explain = (error_codes: unknown) => ask(server.it().address, postExplainErrorCodes, { body: { error_codes }, token: token() });
const register = (body: unknown, groups?: readonly string[]) =>
  ask(server.it().address, postRegisterErrorCode, { body, token: token(groups) });
const update = (body: unknown, groups?: readonly string[]) => ask(server.it().address, postUpdateErrorCode, { body, token: token(groups) });
const pdf = (language: string) =>
  fetch(`${server.it().address}/api/${addressOf(getErrorCodesExport, {}, { language })}`, {
    headers: { authorization: `Bearer ${token()}` },
  });

it('[CALL-037] [OPEN-42] explain gives the texts of the codes as they were asked, in any letter case; unknown ones are left out', async () => {
  const response = await explain(['0x0a010023', '0x0A010002', '0xa010030', '0x99999999', '', '<b>']);
  if (!response.ok) throw new Error(response.error);
  expect(Object.keys(response.answer.error_codes)).toEqual(['0x0a010023', '0x0A010002', '0xa010030']);
  expect(response.answer.error_codes['0x0a010023']?.description).toMatchObject({ en: 'The drive unit does not answer.' });
  expect(await explain([])).toMatchObject({ answer: { error_codes: {} } });
  for (const wrong of ['0x0a010023', [7], null, Array.from({ length: 1001 }, () => '0x0a010023')]) {
    expect(await explain(wrong)).toMatchObject({ status: 400 });
  }
});

it('[CALL-038] [OPEN-43] [ERR-006] [GAP-94] update replaces the texts of a code, for the staff', async () => {
  const description = { development: ' drive: new ', en: 'New', pl: 'Nowy', fr: ' ' };
  expect(await update({ error_code: '0x03000101', description }, support)).toMatchObject({ ok: true, answer: { result: true } });
  expect((await catalogue())['0x03000101']?.description).toEqual({ development: 'drive: new', en: 'New', pl: 'Nowy' });
  expect((await answerOf(server.it().address, getErrorCodes, { token: token() })).languages).toEqual(['en', 'nl', 'pl']);
});

it.each([
  ['an unknown code', { error_code: '0x99999999', description: { development: 'x' } }, 404, 'NotFound: no such error code'],
  ['no development text', { error_code: '0x03000102', description: { en: 'x' } }, 400, 'Invalid: Development text cannot be empty.'],
  ['an empty language', { error_code: '0x03000102', description: { development: 'x', ' ': 'x' } }, 400, /^Invalid: body\.description/],
  ['a text too long', { error_code: '0x03000102', description: { development: 'x'.repeat(2001) } }, 400, /^Invalid: body\.description/],
  ['a text that is a number', { error_code: '0x03000102', description: { development: 7 } }, 400, /^Invalid: body\.description/],
  ['a text with NUL', { error_code: '0x03000102', description: { development: 'a\0b' } }, 400, /^Invalid: /],
  ['no texts', { error_code: '0x03000102' }, 400, /^Invalid: body\.description/],
  [
    '51 languages',
    {
      error_code: '0x03000102',
      description: Object.fromEntries(['development', ...Array.from({ length: 50 }, (_, n) => `l${n}`)].map((l) => [l, 'x'])),
    },
    400,
    'Invalid: A code has at most 50 languages.',
  ],
])('[CALL-038] update with %s is refused, and changes nothing', async (_name, body, status, error) => {
  const before = (await catalogue())['0x03000102'];
  expect(await update(body)).toMatchObject({ status, error: typeof error === 'string' ? error : expect.stringMatching(error) });
  expect((await catalogue())['0x03000102']).toEqual(before);
});

it('[ERRCODE1] the second of two people who edit one code is informed; without the precondition the last one wins', async () => {
  const error_code = '0x03000110';
  const expected_description = (await catalogue())[error_code]?.description;
  const save = (development: string) => update({ error_code, description: { development }, expected_description });
  const response = await Promise.all([save('first'), save('second')]);
  expect(response.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(response.find(({ ok }) => !ok)).toMatchObject({
    error: 'Conflict: Somebody else changed the texts of this code in the meantime.',
  });
  expect(await update({ error_code, description: { development: 'third' }, expected_description: null })).toMatchObject({ ok: true });
  expect((await catalogue())[error_code]?.description).toEqual({ development: 'third' });
});

it('[CALL-039] [OPEN-44] [ERR-005] register adds a code once, in any letter case, also when ten ask at the same moment', async () => {
  const response = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      register({ error_code: at % 2 === 0 ? '0x0C00000A' : '0x0c00000a', description: { development: `n ${at}` } }, support),
    ),
  );
  expect([200, 409].map((wanted) => response.filter(({ status }) => status === wanted).length)).toEqual([1, 9]);
  expect(response.find(({ ok }) => !ok)).toMatchObject({ error: 'Conflict: This error code exists already.' });
  expect(Object.keys(await catalogue()).filter((code) => /^0x0c00000a$/i.test(code))).toEqual(['0x0c00000a']);
  expect(await register({ error_code: '0x0a010023', description: { development: 'again' } })).toMatchObject({ status: 409 });
});

it.each(['0x0c00000', '0x0c0000000', '0x0c00000g', '0c000000a', '', ' 0x0c00000b', "0x0c00000b'; drop table error_code; --", 7])(
  '[CALL-039] [ERR-015] the code %j is refused',
  async (error_code) => {
    const before = Object.keys(await catalogue()).length;
    expect(await register({ error_code, description: { development: 'x' } })).toMatchObject({ status: 400 });
    expect(Object.keys(await catalogue())).toHaveLength(before);
  },
);

it('[CALL-040] [OPEN-45] [ERR-014] export answers a PDF of one language to save', async () => {
  await register({ error_code: '0x0d000001', description: { development: 'x', nl: '<b>Vet</b> ) Tj "€"' } });
  const reply = await pdf('nl');
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining('attachment; filename="error_codes_nl.pdf"'),
  });
  const lines = readPdf(Buffer.from(await reply.arrayBuffer())).pages.flat();
  expect(lines).toEqual(expect.arrayContaining(['0x01000001', 'De noodstop is ingedrukt.', '<b>Vet</b> ) Tj "€"']));
});

it('[ERRCODE2] codes stand by their number in the list and in the PDF, whatever the case and the time in which they were added', async () => {
  for (const error_code of ['0x0B000001', '0xFFFFFFFF', '0x0a010024', '0x00000002']) {
    await register({ error_code, description: { development: 'x', nl: 'x' } });
  }
  const byNumber = (codes: readonly string[]) => codes.toSorted((a, b) => Number(a) - Number(b));
  const listed = Object.keys(await catalogue());
  expect(listed).toEqual(byNumber(listed));
  const printed = readPdf(Buffer.from(await (await pdf('nl')).arrayBuffer()))
    .pages.flat()
    .filter((line) => line.startsWith('0x'));
  expect(printed).toEqual(byNumber(printed));
  expect(printed).toEqual(expect.arrayContaining(['0x00000002', '0x0a010024', '0xffffffff']));
});

it('[FONT3] the check names the texts that cannot be printed', async () => {
  const check = (language: string) => ask(server.it().address, getErrorCodesExportCheck, { query: { language }, token: token() });
  await register({ error_code: '0x0d000002', description: { development: 'x', th: 'หุ่นยนต์', xx: 'a\u{13000}' } });
  expect(await check('th')).toMatchObject({ answer: { total: 0, texts: [] } });
  expect(await check('xx')).toMatchObject({ answer: { total: 1, texts: [{ error_code: '0x0d000002', characters: ['\u{13000}'] }] } });
  expect(await check('yy')).toMatchObject({ status: 400 });
});

it.each(['xy', 'development', '../nl', ''])('[CALL-040] the language %j is refused', async (language) => {
  const reply = await pdf(language);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([400, expect.stringContaining('json')]);
});

const remove = (error_code: string, groups?: readonly string[]) =>
  ask(server.it().address, postDeleteErrorCode, { body: { error_code }, token: token(groups) });

it('[REMOVE1] a code that no incident has is removed by everybody who may add one, once', async () => {
  const error_code = '0x0F00000A';
  await register({ error_code, description: { development: 'a slip of the keyboard' } });
  const responses = await Promise.all([remove(error_code.toLowerCase(), support), remove(error_code)]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(Object.keys(await catalogue())).not.toContain('0x0f00000a');
  expect(await remove('0x0f00000a')).toMatchObject({ status: 404, error: 'NotFound: no such error code' });
});

it('[REMOVE1] a code that incidents have stays, and who sees all of them reads how many', async () => {
  const error_code = '0x0f00000b';
  await register({ error_code, description: { development: 'a fault' } });
  const device = await server.it().device('LF-0140-23');
  for (const id of ['used-1', 'used-2']) {
    await device.publish(
      deviceTopic('LF-0140-23', 'log'),
      JSON.stringify(anIncident(id, { error_code: '0x0F00000B', time: new Date().toISOString() })),
    );
  }
  const listed = async () => (await answerOf(server.it().address, getIncidents, { token: token(), query: { error_code } })).total;
  await until('two incidents', async () => (await listed()) === 2);
  expect(await remove(error_code)).toMatchObject({ status: 409, error: 'Conflict: 0x0f00000b is used by 2 incidents.' });
  expect(await remove(error_code, support)).toMatchObject({
    status: 409,
    error: 'Conflict: 0x0f00000b is used by 2 incidents.',
  });
  expect(Object.keys(await catalogue())).toContain(error_code);
});
