import { expect, it } from 'vitest';
import { cutOffText } from '#domain/people/cutOff';

const at = { id: 'dep-1', location_id: 'loc-1' };
const alba = { name: 'Alba', life_cycle_stage: 'OPERATIONAL', active_deployment: at };
const TOKEN = 'then put a new access token on it';

it.each([
  ['deployed', alba, null],
  ['of which a server does not tell', { ...alba, active_deployment: undefined }, null],
  [
    'decommissioned',
    { ...alba, life_cycle_stage: 'DECOMMISSIONED' },
    `Alba is decommissioned: it cannot connect. To bring it back, give it another life cycle stage, ${TOKEN}.`,
  ],
  ['of such a name', { ...alba, name: 'Spare of decommissioned 12' }, null],
  [
    'not deployed',
    { ...alba, active_deployment: null },
    `Alba is not deployed: the staff of the provider alone sees it. Deploy it at a location, ${TOKEN}: those of a former deployment have ended.`,
  ],
])('[ENDS2] the page of a device that is %s says how to bring it back', (_, device, text) => {
  expect(cutOffText(device, { name: device.name, role: 'system_admin', renews: false })).toBe(text);
});

it('[ENDS2] a person who gets no access tokens reads whom to ask', () => {
  expect(cutOffText({ ...alba, life_cycle_stage: 'DECOMMISSIONED' }, { name: 'Alba', role: 'organisation_user', renews: false })).toMatch(
    /then ask an administrator for a new access token\.$/,
  );
});

it('[ENDS2] it says so of a device that may renew its token by its key', () => {
  expect(cutOffText({ ...alba, active_deployment: null }, { name: 'Alba', role: 'system_admin', renews: true })).toBe(
    'Alba is not deployed: the staff of the provider alone sees it. Deploy it at a location, then put a new access token on it, unless it gets one by its key: those of a former deployment have ended.',
  );
});
