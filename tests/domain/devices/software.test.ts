import { softwareMessage } from '#domain/devices/software';
import { expect, it } from 'vitest';

const RPI = 'There is an error with the software version on RPI';
const statuses = [
  ['RULE-031', 'True', 'success', 'Software Version is valid'],
  ['RULE-032', 'False', 'warning', 'Software on NUC and RPI is different'],
  ['RULE-033', 'MissingExpected', 'warning', 'The expected software version is missing on RPI or on the NUC'],
  ['RULE-034', 'PI_error', 'danger', RPI],
  ['RULE-035', 'NUC_error', 'danger', RPI],
] as const;

it.each(statuses)('[%s] [GAP-41] status %s is a %s: %s', (_, software_status, tone, text) => {
  expect(softwareMessage({ software_status })).toEqual({ tone, text });
  expect(softwareMessage({ software_status, software_manually_started: false })).toEqual({ tone, text });
});

it.each(statuses)('[RULE-036] a manual start overrides (%s) %s', (_, software_status) => {
  expect(softwareMessage({ software_status, software_manually_started: true })?.text).toBe('Nuc and/or RPi have been started manually');
});

it.each([undefined, null, '', 'Unheard', 'constructor'])('[ANY1] the status %j has no message', (software_status) => {
  expect(softwareMessage({ software_status })).toBeNull();
});
