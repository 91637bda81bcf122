import { calls } from '#contract/catalogue/calls';
import { callProblem, neededRight, rights, rightsOf, rightText } from '#domain/people/callRights';
import { expect, it } from 'vitest';

it('[RIGHT1] the rights of each role besides seeing, driving and commanding devices', () => {
  expect(rightsOf('system_admin')).toEqual(rights);
  expect(rightsOf('license_support_engineer')).toEqual(rights);
  expect(rightsOf('organisation_admin')).toEqual(['places', 'devices', 'secrets']);
  expect(rightsOf('organisation_user')).toEqual([]);
  expect(rightsOf(null)).toEqual([]);
});

it('[RIGHT1] each right is needed by calls of the contract, and these are all that need one', () => {
  const needed = Object.values(calls).flatMap(({ name }) => neededRight(name) ?? []);
  expect(new Set(needed)).toEqual(new Set(rights));
  expect(needed).toHaveLength(29);
});

it('[RIGHT1] the rights of everybody who sees a device: drive, stop, command, upload, set values, choose notifications', () => {
  const free = Object.values(calls).flatMap(({ name, hasSideEffects }) =>
    hasSideEffects && neededRight(name) === undefined ? [name] : [],
  );
  expect(free.filter((name) => /machine|notifications/.test(name))).toEqual([
    'GET machine/{serial}/treatments/sync',
    'POST notifications/settings',
    'POST notifications/mobile_push/register',
    'POST notifications/mobile_push/remove',
    'POST notifications/mobile_push/test',
    'GET machine/{serial}/take_control',
    'GET machine/{serial}/release_control',
    'GET machine/{serial}/stop_immediately',
    'GET machine/{serial}/upload_data/all',
    'GET machine/{serial}/upload_data/{incident}',
    'GET machine/{serial}/validate_maps',
    'GET machine/{serial}/reload_config',
    'POST machine/{serial}/config',
  ]);
});

it('[RIGHT2] a server that announces no rights limits nothing beforehand', () => {
  const name = 'POST update_device/{serial}';
  for (const own of [undefined, null]) expect(callProblem(name, own)).toBeNull();
  expect(callProblem(name, ['devices'])).toBeNull();
  expect(callProblem(name, [])).toBe(rightText.devices);
  expect(callProblem('GET machines', [])).toBeNull();
  expect(callProblem('constructor', [])).toBeNull();
});
