import { expect, it } from 'vitest';
import { correctionTexts, identityLines } from '#domain/devices/identityDifferences';

const device = { device_type: 'LUMION_FIX', hardware_revision_id: 'LF-R2', metadata: { drive: 'DRV-1', lidar: '***', tank: 5 } };
const time = '2026-11-01T10:00:00Z';

it('[IDENT2] type and revision are shown where they differ from what people entered', () => {
  expect(identityLines(device, { time, device_type: 'lumion_fix', hardware_revision: 'LF-R2' })).toEqual([]);
  expect(identityLines(device, { time, device_type: 'XENION_A6', hardware_revision: 'LF-R3' })).toEqual([
    { of: 'device', name: 'Device Type', reported: 'XENION_A6', entered: 'LUMION_FIX', differs: true },
    { of: 'device', name: 'Hardware Revision', reported: 'LF-R3', entered: 'LF-R2', differs: true },
  ]);
  const unknown = { ...device, hardware_revision_id: null };
  expect(identityLines(unknown, { time, hardware_revision: 'LF-R3' })).toMatchObject([{ entered: null, differs: false }]);
});

it('[IDENT2] components and software are shown, a component beside the metadata field of its name, but for a secret', () => {
  const reported = { time, components: { drive: 'drv-1', lidar: 'L-2', tank: 'T-3', constructor: 'C-4' }, software: { robot: '5.1' } };
  expect(identityLines({ ...device, metadata: { ...device.metadata, drive: 'DRV-9' } }, reported)).toEqual([
    { of: 'component', name: 'drive', reported: 'drv-1', entered: 'DRV-9', differs: true },
    { of: 'component', name: 'lidar', reported: 'L-2', entered: null, differs: false },
    { of: 'component', name: 'tank', reported: 'T-3', entered: null, differs: false },
    { of: 'component', name: 'constructor', reported: 'C-4', entered: null, differs: false },
    { of: 'software', name: 'robot', reported: '5.1', entered: null, differs: false },
  ]);
  expect(identityLines(device, reported)[0]).toMatchObject({ differs: false });
});

it.each([
  ['a type', { device_type: 'XENION_A6' }, [/"Edit Device" corrects it/], [/ask the staff of the provider/]],
  ['a revision', { hardware_revision: 'LF-R3' }, [/"Edit Device" corrects it/], [/ask the staff of the provider/]],
  ['a component', { components: { drive: 'DRV-2' } }, [/"Edit Metadata" corrects it/], [/"Edit Metadata" corrects it/]],
  ['nothing', { device_type: 'LUMION_FIX', components: { drive: 'DRV-1', tank: 'T-3' }, software: { robot: '5.1' } }, [], []],
])('[IDENT2] where %s differs, a sentence names the place where that is corrected', (_name, reported, staff, customer) => {
  const lines = identityLines(device, { time, ...reported });
  const texts = (isStaff: boolean) => correctionTexts(lines, { isStaff });
  expect(texts(true)).toEqual(staff.map((text) => expect.stringMatching(text)));
  expect(texts(false)).toEqual(customer.map((text) => expect.stringMatching(text)));
});
