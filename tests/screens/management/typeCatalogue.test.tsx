import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import { getAllDeviceTypes } from '#contract/devices/device';
import { postArchiveDeviceType, postChangeRevision, postCreateDeviceType, postDeleteDeviceType } from '#contract/devices/deviceType';
import { AddScreen } from '#screens/management/add/AddScreen';
import { TypesScreen } from '#screens/management/device_types/TypesScreen';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from './aManagement.tsx';

const known = answered(getAllDeviceTypes, {
  result: [
    { id: 'DIV01', name: 'Divo', revisions: [{ revision_id: 'DV-R1' }, { revision_id: 'DV-R2', archived: true }], archived: false },
    { id: 'LUMION_FIX', name: 'Lumion Fix', revisions: [], archived: true },
  ],
});
interface Options {
  readonly role?: string;
  readonly isPast?: boolean;
  readonly features?: readonly ServerFeature[];
}
const open = ({ role = 'license_support_engineer', isPast = false, features }: Options = {}) =>
  managing(<TypesScreen />, { address: '/management/device_types', events: [known, signedIn(role)], isPast, features });
const button = (name: string) => screen.getByRole('button', { name });
const maybe = (name: string) => screen.queryByRole('button', { name });
const choose = async (user: ReturnType<typeof open>['user'], id: string, entry: string) => {
  await user.click(button(`Actions for ${id}`));
  await user.click(screen.getByRole('menuitem', { name: entry }));
};

it.each([
  ['to others than the staff', { role: 'organisation_admin' }],
  ['by a server that does not announce it', { features: ['removals'] as const }],
])('[TYPES5] [FEAT1] nothing but the names is offered %s', (_, options) => {
  open(options);
  expect([maybe('Add Device Type'), maybe('Actions for DIV01')]).toEqual([null, null]);
});

it('[TYPES5] in the past all is disabled', () => {
  open({ isPast: true });
  expect([button('Add Device Type'), button('Actions for DIV01')]).toMatchObject([{ disabled: true }, { disabled: true }]);
});

it('[TYPES1] [TYPES5] a type is added with id, name and revisions; what is wrong stands at its field', async () => {
  const { user, acts, alerts, learn, given } = open();
  await user.click(button('Add Device Type'));
  const field = (name: string) => screen.getByRole('textbox', { name });
  await user.type(field('Id'), 'div01');
  expect(screen.getByText(/^An id has 2 to 32 capital letters/)).toBeVisible();
  await user.clear(field('Id'));
  await user.type(field('Id'), 'DIV01');
  expect(screen.getByText('A device type with this id exists already.')).toBeVisible();
  await user.type(field('Id'), '_B');
  await user.type(field('Name'), ' Divo B ');
  await user.type(field('Hardware Revisions'), 'B1, b1');
  expect(screen.getByText('This hardware revision exists already.')).toBeVisible();
  await user.type(field('Hardware Revisions'), 'x,');
  await user.click(button('Add'));
  expect(acts()).toEqual([
    { call: postCreateDeviceType.name, params: { id: 'DIV01_B' }, body: { name: 'Divo B', revisions: ['B1', 'b1x'] } },
  ]);
  learn(...actOf(postCreateDeviceType, { id: 'DIV01_B' }).gave({ result: true }));
  expect([alerts(), given().at(-1)?.call, screen.queryByRole('dialog')]).toEqual([
    ['success: The device type is added'],
    getAllDeviceTypes.name,
    null,
  ]);
});

it('[TYPES3] [TYPES5] a type is archived after a question, and restored without one', async () => {
  const { user, acts, learn } = open();
  await choose(user, 'DIV01', 'Archive');
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    'Divo (DIV01) will not be offered for new devices. Devices that have it keep it.',
  );
  await user.click(button('No'));
  expect(acts()).toEqual([]);
  await choose(user, 'DIV01', 'Archive');
  await user.click(button('Yes'));
  const archive = actOf(postArchiveDeviceType, { id: 'DIV01' });
  learn(archive.onItsWay);
  expect(button('Actions for LUMION_FIX')).toBeDisabled();
  learn(...archive.gave({ result: true }));
  await choose(user, 'LUMION_FIX', 'Restore');
  expect(acts()).toEqual([
    { call: postArchiveDeviceType.name, params: { id: 'DIV01' }, body: { archived: true } },
    { call: postArchiveDeviceType.name, params: { id: 'LUMION_FIX' }, body: { archived: false } },
  ]);
});

it('[TYPES2] [TYPES5] a revision is added, archived, restored and removed; a refusal stays with the way to the devices', async () => {
  const { user, acts, learn } = open();
  await choose(user, 'DIV01', 'Hardware revisions');
  const change = actOf(postChangeRevision, { id: 'DIV01' });
  const dialog = within(screen.getByRole('dialog', { name: 'Hardware Revisions of DIV01' }));
  await user.type(dialog.getByRole('textbox', { name: 'New Hardware Revision' }), 'dv-r1');
  expect(dialog.getByText('This hardware revision exists already.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'New Hardware Revision' }), 'b');
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  learn(...change.gave({ result: true }));
  expect(dialog.getByRole('textbox', { name: 'New Hardware Revision' })).toHaveValue('');
  await user.click(dialog.getByRole('button', { name: 'Archive DV-R1' }));
  learn(...change.gave({ result: true }));
  await user.click(dialog.getByRole('button', { name: 'Restore DV-R2' }));
  learn(...change.gave({ result: true }));
  await user.click(dialog.getByRole('button', { name: 'Remove DV-R1' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('DV-R1 will be removed for good.');
  await user.click(button('Yes'));
  expect(acts().map(({ body }) => body)).toEqual([
    { revision_id: 'dv-r1b', act: 'add' },
    { revision_id: 'DV-R1', act: 'archive' },
    { revision_id: 'DV-R2', act: 'restore' },
    { revision_id: 'DV-R1', act: 'remove' },
  ]);
  learn(...change.refused(409, 'Conflict: DV-R1 is used by 2 devices.'));
  expect(dialog.getByText('DV-R1 is used by 2 devices.')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Devices' })).toHaveAttribute(
    'href',
    '/management/overview?management-devices.filter=type%3DDIV01',
  );
});

it('[TYPES2] [REMOVE2] a type is removed where its name is changed, after a question', async () => {
  const { user, acts } = open();
  await user.click(button('Update Device Type DIV01'));
  await user.click(button('Remove DIV01'));
  await user.click(button('Yes'));
  expect(acts()).toEqual([{ call: postDeleteDeviceType.name, params: { id: 'DIV01' }, body: {} }]);
});

it('[FORM13] while a type is being removed its dialog stays open, and shows the refusal', async () => {
  const removal = actOf(postDeleteDeviceType, { id: 'DIV01' });
  const { user, acts, learn } = open();
  await user.click(button('Update Device Type DIV01'));
  await user.type(screen.getByRole('textbox', { name: 'Name of DIV01' }), 'x');
  await user.click(button('Remove DIV01'));
  await user.click(button('Yes'));
  learn(removal.onItsWay);
  expect([button('Cancel'), button('Save')].map((one) => one.hasAttribute('disabled'))).toEqual([true, true]);
  await user.type(screen.getByRole('textbox', { name: 'Name of DIV01' }), 'y{Enter}{Escape}');
  expect(acts()).toHaveLength(1);
  learn(...removal.refused(409, 'Conflict: DIV01 is used by 2 devices.'));
  expect(within(screen.getByRole('dialog')).getByText('DIV01 is used by 2 devices.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name of DIV01' })).toHaveValue('Divox');
});

it('[TYPES3] Add Device offers neither archived types nor archived revisions', () => {
  managing(<AddScreen />, { address: '/management/add', events: [known, signedIn('system_admin')] });
  const options = (name: string) =>
    [...screen.getByRole('combobox', { name }).querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(screen.getByRole('combobox', { name: 'Device Type' })).toHaveValue('DIV01');
  expect([options('Device Type'), options('Hardware Revision')]).toEqual([['Divo (DIV01)'], ['No revision', 'DV-R1']]);
});
