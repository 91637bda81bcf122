import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import { getAllDeviceTypes } from '#contract/devices/device';
import { postMetadataSchema } from '#contract/devices/deviceType';
import { TypesScreen } from '#screens/management/device_types/TypesScreen';
import { deviceTypes } from '#server/devices/deviceTypes/deviceTypes';
import { pasteInto } from '../../support/pasteInto.ts';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from './aManagement.tsx';

const zone = { type: 'string', title: 'Zone' };
const schema = { type: 'object', properties: { zone, list: { type: 'array' } }, required: ['zone'] };
const known = (SCT02: object | null) =>
  answered(getAllDeviceTypes, {
    result: [
      { id: 'DIV01', name: 'Divo', metadata_schema: deviceTypes.find(({ id }) => id === 'DIV01')?.metadata_schema },
      { id: 'SCT02', name: 'Scout 2', metadata_schema: SCT02 },
    ],
  });

const button = (name: string) => screen.getByRole('button', { name });
const text = (name: string) => screen.getByRole('textbox', { name });
const kind = () => screen.getByRole('combobox', { name: 'Kind' });
const change = actOf(postMetadataSchema, { id: 'SCT02' });
const preview = () =>
  within(screen.getByRole('region', { name: 'Fields of the form' }))
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);

async function open(id: string, present: object | null = null, features?: readonly ServerFeature[]) {
  const shown = managing(<TypesScreen />, {
    address: '/management/device_types',
    events: [known(present), signedIn('license_support_engineer')],
    features,
  });
  await shown.user.click(button(`Actions for ${id}`));
  return shown;
}
async function edit(id: string, present: object | null = null) {
  const shown = await open(id, present);
  await shown.user.click(screen.getByRole('menuitem', { name: 'Metadata schema' }));
  return shown;
}

it('[SCHEMA2] [FEAT1] a server that does not announce schemas offers none', async () => {
  await open('SCT02', null, ['catalogues']);
  expect(screen.queryByRole('menuitem', { name: 'Metadata schema' })).toBeNull();
});

it('[SCHEMA2] the schema of a specified type is shown as it is, with the fields of its form', async () => {
  await edit('DIV01');
  const dialog = within(screen.getByRole('dialog', { name: 'Metadata Schema of DIV01' }));
  expect(dialog.getByText('The metadata of this type is as specified, and cannot be changed.')).toBeVisible();
  expect(preview()).toContain('Access Secret: Secret');
  expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull();
});

it('[SCHEMA2] fields are typed with key, label and kind, and are saved as a schema with the one that was seen', async () => {
  const { user, acts, learn, alerts, given } = await edit('SCT02');
  expect(button('Save')).toBeDisabled();
  await user.click(button('Add Field'));
  expect(button('Save')).toBeDisabled();
  await user.type(text('Key'), 'tank_size');
  await user.type(text('Label'), 'Tank');
  await user.selectOptions(kind(), 'Choice');
  await user.type(text('Choices'), 'S,');
  await user.type(text('Choices'), ' S');
  expect(screen.getByText('A choice stands there twice.')).toBeVisible();
  expect(button('Save')).toBeDisabled();
  await user.type(text('Choices'), 'M');
  await user.click(screen.getByRole('checkbox', { name: 'Required' }));
  await user.click(button('Save'));
  const made = { type: 'object', properties: { tank_size: { type: 'string', enum: ['S', 'SM'], title: 'Tank' } }, required: ['tank_size'] };
  expect(acts()).toEqual([{ call: postMetadataSchema.name, params: { id: 'SCT02' }, body: { metadata_schema: made, known: null } }]);
  learn(...change.gave({ result: true, unfit: 0, serials: [] }));
  expect([alerts(), given().at(-1)?.call, screen.queryByRole('dialog')]).toEqual([
    ['success: The metadata schema is saved'],
    getAllDeviceTypes.name,
    null,
  ]);
});

it('[PRESS1] a double-click on Move up moves one field, and one on Remove removes one', async () => {
  await edit('SCT02', schema);
  const keys = () => screen.getAllByRole('textbox', { name: 'Key' }).map((field) => (field instanceof HTMLInputElement ? field.value : ''));
  fireEvent.click(button('Move list up'), { detail: 1 });
  fireEvent.click(button('Move zone up'), { detail: 2 });
  expect(keys()).toEqual(['list', 'zone']);
  fireEvent.click(button('Remove list'), { detail: 1 });
  fireEvent.click(button('Remove zone'), { detail: 2 });
  expect(keys()).toEqual(['zone']);
});

it('[SCHEMA2] rows are moved and removed, and what only JSON says stays', async () => {
  const { user, acts, learn } = await edit('SCT02', schema);
  expect(screen.getByText('Its form is JSON.')).toBeVisible();
  await user.click(button('Move list up'));
  await user.click(button('Save'));
  learn(...change.refused(503, 'Unavailable: later'));
  await user.click(button('Remove zone'));
  await user.click(button('Save'));
  const list = { type: 'array' };
  expect(JSON.stringify(acts().map(({ body }) => (body as { metadata_schema: unknown }).metadata_schema))).toBe(
    JSON.stringify([
      { type: 'object', properties: { list, zone }, required: ['zone'] },
      { type: 'object', properties: { list } },
    ]),
  );
});

it('[SCHEMA1] [SCHEMA2] the JSON is edited with the fields that it makes; what is no schema says why, and stays typed', async () => {
  const { user, acts } = await edit('SCT02', schema);
  await user.click(screen.getByRole('radio', { name: 'JSON' }));
  expect(preview()).toEqual(['Zone: Text, required', 'List: JSON']);
  await user.clear(text('JSON Schema'));
  await pasteInto(user, text('JSON Schema'), '{"type": "object", "properties": {"a": {"type": "strin"}}}');
  expect(screen.getByText('properties.a: type must be string, number, integer, boolean, object, array or null.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Fields' }));
  expect(text('JSON Schema')).toHaveValue('{"type": "object", "properties": {"a": {"type": "strin"}}}');
  await user.clear(text('JSON Schema'));
  await pasteInto(user, text('JSON Schema'), '{"type": "object", "properties": {"a": {"type": "boolean"}}}');
  expect(preview()).toEqual(['A: Choice of Yes, No']);
  await user.click(screen.getByRole('radio', { name: 'Fields' }));
  expect(kind()).toHaveValue('boolean');
  await user.click(button('Save'));
  expect(acts()).toMatchObject([{ body: { metadata_schema: { properties: { a: { type: 'boolean' } } }, known: schema } }]);
});

it('[SCHEMA4] devices that do not fulfil it are named, and only Yes saves it', async () => {
  const { user, acts, learn } = await edit('SCT02', schema);
  await user.click(button('Remove list'));
  await user.click(button('Save'));
  learn(...change.gave({ result: false, unfit: 12, serials: ['SC-1', 'SC-2'] }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(
    '12 devices do not fulfil this schema: SC-1, SC-2 …. Their metadata counts as not valid until it is corrected.',
  );
  await user.click(button('No'));
  await user.click(button('Save'));
  learn(...change.gave({ result: false, unfit: 1, serials: ['SC-1'] }));
  await user.click(button('Yes'));
  const body = { metadata_schema: { type: 'object', properties: { zone }, required: ['zone'] }, known: schema };
  expect(acts().map((act) => act.body)).toEqual([body, body, { ...body, accept_unfit: true }]);
});

it('[SCHEMA2] [SCHEMA3] a schema is removed after a question; one that somebody changed meanwhile is loaded when wanted', async () => {
  const { user, acts, learn } = await edit('SCT02', schema);
  await user.click(button('Remove Schema'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Metadata of devices stays, and is edited as JSON.');
  await user.click(button('Yes'));
  expect(acts()).toMatchObject([{ body: { metadata_schema: null, known: schema } }]);
  learn(...change.refused(409, 'Conflict: The metadata schema was changed meanwhile.'));
  expect(screen.getByText('The metadata schema was changed meanwhile.')).toBeVisible();
  learn(known({ type: 'object', properties: { other: { type: 'number' } } }));
  await user.click(button('Load the saved one'));
  expect([text('Key'), kind()].map((one) => (one as HTMLInputElement).value)).toEqual(['other', 'number']);
});
