import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import { getErrorCodes } from '#contract/errorCode';
import { getUsedErrorCodes, postImportErrorCodes } from '#contract/errorCodeFile';
import { ErrorCodesScreen } from '#screens/error_codes/ErrorCodesScreen';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';

const texts = (development: string, en = 'x') => ({ description: { development, en } });
const codes = { '0x0000000A': texts('ten'), '0x0000000b': texts('eleven'), '0x0000000c': texts('twelve') };
const known = answered(getErrorCodes, { error_codes: codes, languages: ['en'], version: 'v1' });

const open = ({
  role = 'system_admin',
  isPast = false,
  features,
}: { role?: string; isPast?: boolean; features?: readonly ServerFeature[] } = {}) =>
  managing(<ErrorCodesScreen />, { address: '/error_codes', events: [known, signedIn(role)], isPast, features });
const button = (name: string) => screen.queryByRole('button', { name });
const act = actOf(postImportErrorCodes, {});

async function choose(shown: ReturnType<typeof open>, text: string) {
  await shown.user.click(screen.getByRole('button', { name: 'Import' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Import Error Codes' }));
  const file = new File([text], 'codes.csv', { type: 'text/csv' });
  await shown.user.upload(dialog.getByLabelText('File'), file);
  return { dialog, file, take: dialog.getByRole('button', { name: 'Import' }) };
}

it.each([
  ['system_admin', true],
  ['license_support_engineer', true],
  ['organisation_admin', false],
  ['organisation_user', false],
])('[CODES1] [CODES4] %s exports, and imports: %s', (role, imports) => {
  open({ role });
  expect([button('Export') !== null, button('Import') !== null]).toEqual([true, imports]);
});

it('[FEAT1] [CODES4] a server that does not announce it has neither', () => {
  open({ features: ['removals'] });
  expect([button('Export'), button('Import')]).toEqual([null, null]);
});

it('[CODES4] in the past both are disabled', () => {
  open({ isPast: true });
  expect([button('Export'), button('Import')]).toMatchObject([{ disabled: true }, { disabled: true }]);
});

it('[CODES4] [CODES5] the file is sent with the state that it was compared with; what came of it is reported', async () => {
  const shown = open();
  const { dialog, file, take } = await choose(shown, 'Code;Development\n0x0000000a;TEN\n0x0000000d;new');
  await dialog.findByText('1 new, 1 changed, 0 the same');
  await shown.user.click(take);
  expect(shown.acts()).toEqual([
    { call: postImportErrorCodes.name, params: {}, body: { expected_version: 'v1', remove_missing: 'false', file } },
  ]);
  shown.learn(...act.gave({ result: true, added: 1, changed: 1, same: 0, removed: 0, kept: [] }));
  expect([shown.alerts(), screen.queryByRole('dialog'), shown.given().at(-1)?.call]).toEqual([
    ['success: Error codes: 1 added, 1 changed.'],
    null,
    getErrorCodes.name,
  ]);
});

it('[CODES6] codes that the file lacks go where that is ticked; those of incidents are named, and stay', async () => {
  const shown = open();
  const { dialog, take } = await choose(shown, 'Code;Development\n0x0000000b;eleven');
  const box = await dialog.findByRole('checkbox', { name: 'Remove 2 codes that are not in the file' });
  expect([box, take]).toMatchObject([{ checked: false }, { disabled: true }]);
  await shown.user.click(box);
  shown.learn(answered(getUsedErrorCodes, { error_codes: ['0x0000000A', '0x0000000b'] }));
  expect(dialog.getByText('Removed for good: 0x0000000c.')).toBeVisible();
  expect(dialog.getByText('Incidents have these codes, which stay: 0x0000000a.')).toBeVisible();
  await shown.user.click(take);
  expect(shown.acts().at(-1)?.body).toMatchObject({ remove_missing: 'true' });
  shown.learn(...act.gave({ result: true, added: 0, changed: 0, same: 1, removed: 1, kept: ['0x0000000A'] }));
  expect(shown.alerts()).toEqual(['success: Error codes: 0 added, 0 changed, 1 removed. 1 code of incidents stayed.']);
});

it('[CODES4] a concurrent change by somebody else is in the preview at once', async () => {
  const shown = open();
  const { dialog } = await choose(shown, 'Code;Development\n0x0000000a;TEN');
  await dialog.findByText('0 new, 1 changed, 0 the same');
  shown.learn(answered(getErrorCodes, { error_codes: { ...codes, '0x0000000A': texts('TEN') }, languages: ['en'], version: 'v2' }));
  expect(dialog.getByText('0 new, 0 changed, 1 the same')).toBeVisible();
});
