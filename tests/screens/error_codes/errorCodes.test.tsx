import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import type { ServerFeature } from '#contract/config';
import {
  getErrorCodes,
  getErrorCodesExport,
  getErrorCodesExportCheck,
  postDeleteErrorCode,
  postRegisterErrorCode,
  postUpdateErrorCode,
} from '#contract/errorCode';
import { ErrorCodesScreen } from '#screens/error_codes/ErrorCodesScreen';
import { everyMsOf } from '#streams/query/pollIntervals';
import { pasteInto } from '../../support/pasteInto.ts';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { cells } from '../onScreen.ts';

type Texts = Readonly<Record<string, string>>;
const codesResponse = (codes: Readonly<Record<string, Texts>>, languages: readonly string[] = ['en', 'nl']) =>
  answered(getErrorCodes, {
    error_codes: Object.fromEntries(Object.entries(codes).map(([code, description]) => [code, { description }])),
    languages,
  });
const CAN = { development: 'gateway: no CAN', en: 'No answer.', nl: 'Geen antwoord.' };
const STOP = { development: 'safety: stop', en: 'Stop pressed.' };
const known = codesResponse({ '0x0A010023': CAN, '0x00000001': STOP });

const open = ({
  isPast = false,
  events = [known],
  features,
}: { isPast?: boolean; events?: readonly ReturnType<typeof codesResponse>[]; features?: readonly ServerFeature[] } = {}) =>
  managing(<ErrorCodesScreen />, { address: '/error_codes', events: [...events, signedIn('organisation_user')], isPast, features });
const rows = () => cells().map((texts) => texts.slice(0, 4));
const press = (name: string) => screen.getByRole('button', { name });
const field = (name: string) => screen.getByRole('textbox', { name });
const update = actOf(postUpdateErrorCode, {});
const register = actOf(postRegisterErrorCode, {});

it('[ERR-001] [GAP-14] it stands in the menu of everybody, outside every group', () => {
  const row = routes.find(({ path }) => path === '/error_codes');
  expect(row).toMatchObject({ title: 'Error Codes', place: 'menu' });
  expect([row?.group, row?.roles]).toEqual([undefined, undefined]);
});

it('[ERR-001] [ERR-008] [ERR-009] [ERR-015] [CALL-036] codes stand in their order with the development text and the one of the chosen language', async () => {
  const { user } = open();
  expect(rows()).toEqual([
    ['0x00000001', 'safety: stop', 'Stop pressed.', 'en'],
    ['0x0a010023', 'gateway: no CAN', 'No answer.', 'en, nl'],
  ]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'nl');
  expect(rows().map(([, , text]) => text)).toEqual(['-', 'Geen antwoord.']);
  expect(everyMsOf(getErrorCodes)).toBe(50_000);
});

it.each([
  ['Filter Code', '0X0A010023', ['0x0a010023']],
  ['Filter Code', '1', ['0x00000001', '0x0a010023']],
  ['Filter Code', '0x1', ['0x00000001']],
  ['Filter Code', 'ANSWER', ['0x0a010023']],
  ['Filter Code', 'safety: ', ['0x00000001']],
  ['Filter Development', 'SAFETY', ['0x00000001']],
  ['Filter English (en)', 'answer', ['0x0a010023']],
])('[ERR-001] %s finds %j', async (filter, typed, codes) => {
  const { user } = open();
  await pasteInto(user, screen.getByRole('searchbox', { name: filter }), typed);
  expect(rows().map(([code]) => code)).toEqual(codes);
});

it('[ERR-001] one page of 2,000 codes is drawn; a search finds its code', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, at) => [`0x${at.toString(16).padStart(8, '0')}`, { development: `text ${at}` }]),
  );
  const { user } = open({ events: [codesResponse(many)] });
  expect(rows()).toHaveLength(10);
  await user.click(screen.getByRole('searchbox', { name: 'Filter Development' }));
  await user.paste('text 1999');
  expect(rows()).toEqual([['0x000007cf', 'text 1999', '-', '-']]);
});

it('[ERR-002] [ERR-003] [ERR-004] [ERR-006] [CALL-038] a code is selected, changed and confirmed; all of its texts are sent, then the catalogue is asked again', async () => {
  const { user, acts, given, alerts, learn } = open();
  await user.click(press('Edit 0x0a010023'));
  const dialog = within(screen.getByRole('dialog', { name: 'Error Code 0x0a010023' }));
  expect(dialog.getAllByRole('textbox').map((one) => (one instanceof HTMLTextAreaElement ? one.value : ''))).toEqual(Object.values(CAN));
  expect(press('Confirm')).toBeDisabled();
  await user.clear(field('Dutch (nl)'));
  await pasteInto(user, field('Dutch (nl)'), 'De aandrijving zwijgt.');
  await user.click(press('Confirm'));
  const description = { ...CAN, nl: 'De aandrijving zwijgt.' };
  const body = { error_code: '0x0A010023', description, expected_description: CAN };
  expect(acts()).toEqual([{ call: postUpdateErrorCode.name, params: {}, body }]);
  learn(update.onItsWay);
  expect(press('Saving')).toBeDisabled();
  learn(...update.gave({ result: true }));
  expect([alerts(), given().at(-1)?.call, screen.queryByRole('dialog')]).toEqual([
    ['success: The texts are saved'],
    getErrorCodes.name,
    null,
  ]);
});

it('[ERR-004] [FEAT1] a server that does not announce the precondition is not sent one', async () => {
  const { user, acts } = open({ features: [] });
  await user.click(press('Edit 0x00000001'));
  await user.type(field('Development'), '!');
  await user.click(press('Confirm'));
  expect(acts().map(({ body }) => body)).toEqual([{ error_code: '0x00000001', description: { ...STOP, development: 'safety: stop!' } }]);
});

it('[ERR-007] Cancel discards the changes', async () => {
  const { user, acts } = open();
  await user.click(press('Edit 0x00000001'));
  await pasteInto(user, field('Development'), ' changed');
  await user.click(press('Cancel'));
  expect([screen.queryByRole('dialog'), acts()]).toEqual([null, []]);
  await user.click(press('Edit 0x00000001'));
  expect(field('Development')).toHaveValue('safety: stop');
});

it('[ERR-008] without a development text nothing can be confirmed', async () => {
  const { user, acts } = open();
  await user.click(press('Edit 0x00000001'));
  await user.clear(field('Development'));
  expect(screen.getByText('Development text cannot be empty.')).toBeVisible();
  await user.keyboard('{Enter}');
  expect([acts(), press('Confirm')]).toMatchObject([[], { disabled: true }]);
});

it('[ERR-005] [ERR-015] [CALL-039] a new code is added with its texts, once it has the form of one', async () => {
  const { user, acts, alerts, learn } = open();
  await user.click(press('Add Error Code'));
  await user.type(field('Code'), '0x12');
  expect(screen.getByText('An error code is 0x and 8 hexadecimal digits, for example 0x0a010023.')).toBeVisible();
  await user.clear(field('Code'));
  await pasteInto(user, field('Code'), '0x0a010023');
  expect(screen.getByText('This error code exists already.')).toBeVisible();
  await user.clear(field('Code'));
  await pasteInto(user, field('Code'), ' 0x0000001A ');
  expect(press('Confirm')).toBeDisabled();
  await user.type(field('Development'), 'new');
  await user.dblClick(press('Confirm'));
  expect(acts()).toEqual([
    { call: postRegisterErrorCode.name, params: {}, body: { error_code: '0x0000001A', description: { development: 'new' } } },
  ]);
  learn(...register.gave({ result: true }));
  expect([alerts(), screen.queryByRole('dialog')]).toEqual([['success: The error code is added'], null]);
});

it('[ERR-010] [ERR-013] [MSG-093] a language is chosen, or written after "other"; its text is sent with the rest', async () => {
  const { user, acts } = open();
  await user.click(press('Edit 0x00000001'));
  const choice = within(screen.getByRole('group', { name: 'Add Language' })).getByRole('combobox');
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Choose a language',
    'English (en)',
    'Dutch (nl)',
    'French (fr)',
    'German (de)',
    'Spanish (es)',
    'other',
  ]);
  await user.selectOptions(choice, 'fr');
  await user.click(press('Add Language'));
  await pasteInto(user, field('French (fr)'), 'Arrêt');
  await user.selectOptions(choice, 'other');
  await user.type(field('Other language'), ' Klare taal {Enter}');
  await pasteInto(user, field('Klare taal'), 'Stop');
  await user.click(press('Confirm'));
  expect(acts().map(({ body }) => body)).toMatchObject([{ description: { ...STOP, fr: 'Arrêt', 'Klare taal': 'Stop' } }]);
});

it.each([
  ['[ERR-011] an empty language', 'other', ' ', 'empty'],
  ['[ERR-011] no choice', '', null, 'empty'],
  ['[ERR-012] a language that is there', 'en', null, 'duplicate'],
  ['[ERR-012] a language that is there in other letters', 'other', ' EN ', 'duplicate'],
])('%s is refused without a word: [GAP-93] the log alone knows, the dialog stays open', async (_name, chosen, typed, reason) => {
  const { user, intents } = open();
  await user.click(press('Edit 0x00000001'));
  const before = screen.getByRole('dialog').textContent;
  const choice = within(screen.getByRole('group', { name: 'Add Language' })).getByRole('combobox');
  await user.selectOptions(choice, chosen);
  if (typed !== null) await user.type(field('Other language'), typed);
  await user.click(press('Add Language'));
  expect(intents.filter(({ kind }) => kind === 'input.rejected')).toEqual([
    { kind: 'input.rejected', field: 'errorCode.language', reason },
  ]);
  expect(intents.filter(({ kind }) => kind === 'alert.raised')).toEqual([]);
  expect(screen.getByRole('dialog').textContent?.replace('Other language', '')).toBe(before);
});

it('[ERRCODE1] the second editor sees a notice: the newest texts stand in the fields, the own change stays', async () => {
  const { user, acts, learn, given } = open();
  await user.click(press('Edit 0x00000001'));
  await pasteInto(user, field('Development'), ' mine');
  await user.click(press('Confirm'));
  learn(...update.refused(409, 'Conflict: Somebody else changed the texts of this code in the meantime.'));
  expect(screen.getByText('Somebody else changed the texts of this code in the meantime.')).toBeVisible();
  expect(given().at(-1)?.call).toBe(getErrorCodes.name);
  learn(codesResponse({ '0x00000001': { development: 'theirs', en: 'Theirs.' } }));
  expect([field('Development'), field('English (en)')]).toMatchObject([{ value: 'safety: stop mine' }, { value: 'Theirs.' }]);
  expect(screen.getByText('Changed by somebody else meanwhile: theirs')).toBeVisible();
  await user.click(press('Confirm'));
  expect(acts().at(-1)?.body).toMatchObject({
    description: { development: 'safety: stop mine', en: 'Theirs.' },
    expected_description: { development: 'theirs', en: 'Theirs.' },
  });
});

const newest = actOf(getErrorCodes, {});
const catalogueOf = (codes: Readonly<Record<string, Texts>>) => ({
  error_codes: Object.fromEntries(Object.entries(codes).map(([code, description]) => [code, { description }])),
  languages: ['en', 'nl'],
});

it('[CODES7] the texts are requested when the editor opens, and what somebody else changed is sent as it is now', async () => {
  const { user, acts, learn, given } = open({ features: [] });
  await user.click(press('Edit 0x00000001'));
  expect(given().map(({ call }) => call)).toEqual([getErrorCodes.name]);
  await pasteInto(user, field('Development'), ' mine');
  learn(newest.onItsWay);
  expect(press('Confirm')).toBeDisabled();
  learn(...newest.gave(catalogueOf({ '0x00000001': { development: 'safety: stop', en: 'Theirs.' } })));
  await user.click(press('Confirm'));
  expect(acts().map(({ body }) => body)).toEqual([
    { error_code: '0x00000001', description: { development: 'safety: stop mine', en: 'Theirs.' } },
  ]);
});

it("[CODES7] texts that could not be loaded anew are requested again from the editor; later polls are in nobody's way", async () => {
  const { user, acts, learn, given } = open({ features: [] });
  await user.click(press('Edit 0x00000001'));
  await user.type(field('Development'), '!');
  learn(...newest.refused(503, 'Unavailable'));
  expect(screen.getByText('The texts as they are now could not be loaded.')).toBeVisible();
  expect(press('Confirm')).toBeDisabled();
  await user.click(press('Try Again'));
  expect(given().filter(({ call }) => call === getErrorCodes.name)).toHaveLength(2);
  learn(...newest.gave(catalogueOf({ '0x00000001': STOP })));
  learn(...newest.refused(503, 'Unavailable'));
  await user.click(press('Confirm'));
  expect(acts().map(({ body }) => body)).toEqual([{ error_code: '0x00000001', description: { ...STOP, development: 'safety: stop!' } }]);
});

it('[CODES7] a code that somebody removed meanwhile is not saved', async () => {
  const { user, learn } = open({ features: [] });
  await user.click(press('Edit 0x00000001'));
  await user.type(field('Development'), '!');
  learn(...newest.gave(catalogueOf({ '0x0A010023': CAN })));
  expect(screen.getByText(/^This error code is no longer in the catalogue/)).toBeVisible();
  expect(press('Confirm')).toBeDisabled();
});

it('[CODES8] a code with a text that could not be read is not saved without it', async () => {
  const codes = { '0x00000001': { description: STOP, unread: ['nl'] } };
  const { user, acts } = open({ features: [], events: [answered(getErrorCodes, { error_codes: codes, languages: ['en', 'nl'] })] });
  await user.click(press('Edit 0x00000001'));
  await user.type(field('Development'), '!');
  expect(screen.getByText('Texts of this code cannot be read: Dutch (nl). Saving the others would remove them.')).toBeVisible();
  expect([acts(), press('Confirm')]).toMatchObject([[], { disabled: true }]);
});

it('[FORM10] [ERR-008] a stored text that would be refused is in the way of no other text', async () => {
  const { user, acts } = open({ features: [], events: [codesResponse({ '0x00000001': { en: 'hidden\u200b' } })] });
  await user.click(press('Edit 0x00000001'));
  await pasteInto(user, field('Development'), 'stop');
  await user.click(press('Confirm'));
  expect(acts().map(({ body }) => body)).toEqual([{ error_code: '0x00000001', description: { development: 'stop', en: 'hidden\u200b' } }]);
});

it.each([
  [404, 'NotFound: no such error code', 'no such error code'],
  [403, 'Forbidden: no', 'Forbidden: no'],
  [0, '', 'No answer came. The change may be saved all the same.'],
])('[ERR-006] [RULE-107] a failure %d keeps the draft and says why', async (status, message, text) => {
  const { user, learn } = open();
  await user.click(press('Edit 0x00000001'));
  await user.type(field('Development'), '!');
  await user.click(press('Confirm'));
  learn(...update.refused(status, message));
  expect(screen.getByText(text)).toBeVisible();
  expect(field('Development')).toHaveValue('safety: stop!');
});

it('[ERR-014] [CALL-040] the catalogue is saved as PDF in the language that is shown', async () => {
  const { user, given } = open({ features: [] });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'nl');
  await user.click(press('Export PDF'));
  expect(given().map(({ call }) => call)).toContain(getErrorCodesExport.name);
  expect(press('Exporting')).toBeDisabled();
});

it('[FONT3] a server that can check is asked before the PDF; what it cannot print is named, and printed after a yes alone', async () => {
  const { user, given, learn } = open({ features: ['error_code_print_check'] });
  const check = actOf(getErrorCodesExportCheck, {}, { language: 'en' });
  const exports = () => given().filter(({ call }) => call === getErrorCodesExport.name).length;
  const unprintable = { total: 5, texts: [{ error_code: '0x0b000001', characters: ['\u0F00'] }] };
  await user.click(press('Export PDF'));
  learn(...check.gave(unprintable));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    '5 texts hold characters that cannot be printed: 0x0b000001 (Tibetan) and 4 more. The PDF has their numbers instead',
  );
  await user.click(press('No'));
  expect([exports(), screen.queryByRole('alertdialog')]).toEqual([0, null]);
  await user.click(press('Export PDF'));
  learn(...check.gave(unprintable));
  await user.click(press('Yes'));
  expect(exports()).toBe(1);
});

it('[ALERT1] [ERR-014] a check without an answer says that no PDF is saved', async () => {
  const { user, alerts, learn } = open({ features: ['error_code_print_check'] });
  await user.click(press('Export PDF'));
  learn(...actOf(getErrorCodesExportCheck, {}, { language: 'en' }).refused(0, ''));
  expect(alerts()).toEqual(['warning: No answer came: the PDF is not saved. Try again.']);
});

it('[FONT3] a catalogue that can be printed is saved without a question', async () => {
  const { user, given, learn } = open({ features: ['error_code_print_check'] });
  await user.click(press('Export PDF'));
  learn(...actOf(getErrorCodesExportCheck, {}, { language: 'en' }).gave({ total: 0, texts: [] }));
  expect([given().at(-1)?.call, screen.queryByRole('alertdialog')]).toEqual([getErrorCodesExport.name, null]);
});

it.each([null, undefined])('[ANY1] [ERR-009] without the list of languages (%s) those of the texts are offered', (languages) => {
  const error_codes = { '0x00000001': { description: { development: 'x', pl: 'y' } } };
  open({ events: [answered(getErrorCodes, { error_codes, languages })] });
  const choices = screen.getByRole('combobox', { name: 'Language' }).querySelectorAll('option');
  expect([...choices].map(({ textContent }) => textContent)).toEqual(['Polish (pl)']);
});

it('[ERR-001] before the catalogue is known the table waits; in the past it cannot be changed', () => {
  const { unmount } = open({ events: [] });
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(press('Add Error Code')).toBeDisabled();
  unmount();
  open({ isPast: true });
  for (const name of ['Edit 0x00000001', 'Add Error Code', 'Export PDF']) expect(press(name)).toBeDisabled();
});

it('[ERR-009] hostile texts are texts', () => {
  const text = '<img src=x onerror=alert(1)>';
  open({ events: [codesResponse({ [text]: { development: text, [text]: text } }, [text])] });
  expect(rows()).toEqual([[text, text, text, text]]);
  expect(document.querySelector('main img, td img')).toBeNull();
});

const removal = actOf(postDeleteErrorCode, {});

it('[REMOVE2] a code is removed in its dialog after a question that names what ends', async () => {
  const { user, acts, learn, alerts } = open();
  await user.click(press('Edit 0x00000001'));
  await user.click(press('Remove 0x00000001'));
  const question = screen.getByRole('alertdialog', { name: 'Are you sure?' });
  expect(question).toHaveTextContent('0x00000001 will be removed for good. Its texts in all languages end with it.');
  await user.click(press('No'));
  expect(acts()).toEqual([]);
  await user.click(press('Remove 0x00000001'));
  await user.click(press('Yes'));
  expect(acts()).toEqual([{ call: postDeleteErrorCode.name, params: {}, body: { error_code: '0x00000001' } }]);
  learn(...removal.gave({ result: true }));
  expect(alerts()).toEqual(['success: 0x00000001 is removed']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[REMOVE2] a refusal says by what it is used, with the way there, and the dialog stays', async () => {
  const { user, learn } = open();
  await user.click(press('Edit 0x00000001'));
  await user.click(press('Remove 0x00000001'));
  await user.click(press('Yes'));
  learn(...removal.refused(409, 'Conflict: 0x00000001 is used by 2 incidents.'));
  const dialog = within(screen.getByRole('dialog', { name: 'Error Code 0x00000001' }));
  expect(dialog.getByText('0x00000001 is used by 2 incidents.')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Incidents' })).toHaveAttribute('href', '/incidents/all?error_code=0x00000001');
});

it('[REMOVE2] a server that does not announce it, and a new code, have nothing to remove', async () => {
  const { user } = open({ features: [] });
  await user.click(press('Edit 0x00000001'));
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  await user.click(press('Cancel'));
  await user.click(press('Add Error Code'));
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});
