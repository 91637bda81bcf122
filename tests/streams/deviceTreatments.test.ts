import { expect, it } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { getMaintenanceDeployment } from '#contract/devices/maintenance';
import { getTreatmentAll, getTreatmentsSync } from '#contract/fleet/treatment';
import type { CommandName } from '#domain/commands/commandRows';
import type { FixtureLine } from '#fixtures/fixtureLine';
import type { Intent } from '#streams/intent';
import { fleetLogOf, ofKind, opens, request } from '../support/fleetLogOf.ts';

const begin: readonly FixtureLine[] = [
  { at: 0, port: 'start', startedAt: 0, made: 'generated' },
  { at: 0, port: 'token', endsInMs: 360_000_000 },
];
const reply = (address: string, body: unknown): FixtureLine => ({
  at: 0,
  port: 'send',
  method: 'GET',
  address,
  tookMs: 0,
  status: 200,
  text: JSON.stringify(body),
  serverAt: null,
});

const listOf = (device_serial: string) => request(getTreatmentAll, {}, { device_serial, page: 0, per_page: 10 });
const list = (device_serial: string) => reply(`treatment/all?device_serial=${device_serial}&page=0&per_page=10`, { total: 0, results: [] });
const tells = (command: CommandName, call: { readonly name: string }, serial: string): Intent => ({
  kind: 'command.requested',
  command,
  request: request(call, { serial }),
  serial,
  deviceName: 'Alba',
});

it.each([
  ['syncTreatments', getTreatmentsSync, 'treatments/sync', 1],
  ['stop', getStopImmediately, 'stop_immediately', 0],
] as const)(
  '[DEV-163] [COMMAND5] a second after %s the treatments of its device are asked again, only when it was asked to send them',
  (command, call, path, again) => {
    const { asked, events } = fleetLogOf(
      [...begin, list('LF-01'), list('LF-02'), reply(`machine/LF-01/${path}`, { success: true })],
      5_000,
      {
        intents: [
          [0, opens(listOf('LF-01'), null)],
          [0, opens(listOf('LF-02'), null)],
          [1_000, tells(command, call, 'LF-01')],
        ],
      },
    );
    const timesOf = (serial: string) => asked.filter((one) => one.startsWith(`GET treatment/all?device_serial=${serial}`)).length;
    expect([timesOf('LF-01'), timesOf('LF-02')]).toEqual([1 + again, 1]);
    expect(ofKind(events, 'alert.raised').map(({ text }) => text)).toEqual(['The command is sent to the device']);
  },
);

it('[REQUEST7] SSH credentials go to who asked, and stand in no event', () => {
  const params = { serial: 'LF-01', target: 'pi' };
  const { events, secrets } = fleetLogOf(
    [...begin, reply('xenion/LF-01/maintenance/deployment/pi', { username: 'mila-the-user', password: 'only-for-me' })],
    5_000,
    { intents: [[0, { kind: 'query.requested', request: request(getMaintenanceDeployment, params) }]] },
  );
  expect(secrets.map(([, answer]) => answer)).toEqual([{ username: 'mila-the-user', password: 'only-for-me' }]);
  expect(ofKind(events, 'request.unchanged').map(({ call }) => call)).toEqual([getMaintenanceDeployment.name]);
  expect(JSON.stringify(events)).not.toMatch(/only-for-me|mila-the-user/);
});
