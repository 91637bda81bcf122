import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getMapDetail, getMapIds, getMapVersions, postMapUpload } from '#contract/map';
import { MapDetailScreen } from '#screens/maps/map_detail/MapDetailScreen';
import { createLeaveGuard, LeaveGuardContext } from '#ui/form/leaveGuard';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn } from '../management/aManagement.tsx';
import { mapsKnown } from './aPlace.ts';

const versions = ['2.1.1#2.1.1#1#1#1#1#1#1#1'];
const maps = ['linde-1', 'linde-2'].map((id) => ({ id, name: `Map ${id}`, versions }));
const known = maps.flatMap(({ id, ...map }) => [
  ...actOf(getMapVersions, { id }).gave({ versions }),
  ...actOf(getMapDetail, { id }).gave({ detail: { id, ...map } }),
]);

/** The upload of a new version of a map, with the guard of its page, a chosen file and a typed message. */
async function uploading() {
  const guard = createLeaveGuard();
  const shown = managing(
    <LeaveGuardContext value={guard}>
      <MapDetailScreen />
    </LeaveGuardContext>,
    {
      address: '/maps/map_detail?map_id=linde-1&upload=open',
      events: [signedIn('system_admin'), mapsKnown(maps), answered(getMapIds, { result: maps.map(({ id }) => id) }), ...known],
    },
  );
  await shown.user.upload(file(), new File(['zip'], 'map.zip'));
  await shown.user.type(message(), 'North');
  return { ...shown, guard };
}
const file = () => screen.getByLabelText<HTMLInputElement>('Map file (.zip)');
const message = () => screen.getByRole('textbox', { name: 'What changed' });
const back = () => screen.getByRole('button', { name: 'Back to Map' });
const choice = () => screen.getByRole('combobox', { name: 'Map' });
type Shown = Awaited<ReturnType<typeof uploading>>;

it.each([
  ['"Back to Map"', async ({ user }: Shown) => user.click(back()), '/maps/map_detail?map_id=linde-1'],
  ['another map', async ({ user }: Shown) => user.selectOptions(choice(), 'linde-2'), '/maps/map_detail?map_id=linde-2&upload=open'],
])('[FORM14] %s waits for the answer while a new version is prepared; No keeps file and text', async (_, leave, address) => {
  const shown = await uploading();
  await leave(shown);
  expect(shown.guard.isPending()).toBe(true);
  act(() => shown.guard.answer(false));
  expect([file().files?.[0]?.name, message().textContent, choice()]).toEqual(['map.zip', 'North', choice()]);
  expect(choice()).toHaveValue('linde-1');
  await leave(shown);
  act(() => shown.guard.answer(true));
  expect([shown.address(), shown.guard.hasUnsaved()]).toEqual([address, false]);
});

it('[FORM14] [FORM12] during an upload its form stays and takes nothing, and shows the outcome', async () => {
  const shown = await uploading();
  const upload = actOf(postMapUpload, { a: 'linde-1', b: '2.1.2' });
  const button = screen.getByRole('button', { name: 'Upload' });
  await shown.user.click(button);
  expect(shown.acts().map(({ params }) => params)).toEqual([{ a: 'linde-1', b: '2.1.2' }]);
  shown.learn(upload.onItsWay);
  for (const control of [back(), choice(), file()]) expect(control).toBeDisabled();
  expect(message()).toHaveAttribute('readonly');
  // The browser would open the dropped file in place of the page, and the upload would end.
  const dropped = createEvent.drop(file(), { dataTransfer: { files: [new File(['z'], 'other.zip')] } });
  fireEvent(file(), dropped);
  expect(dropped.defaultPrevented).toBe(true);
  shown.learn(...upload.refused(400, 'BadRequest: The map has no nodes.'));
  expect(screen.getByText('map.zip: The map has no nodes.')).toBeVisible();
  for (const control of [back(), choice(), file()]) expect(control).toBeEnabled();
});
