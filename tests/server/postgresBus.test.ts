import { beforeAll, expect, it } from 'vitest';
import { postgresBus } from '#server/platform/bus/postgresBus';
import { report as reportSchema, type DeviceReport } from '#server/fleet/deviceReport';
import { openProxy } from '../support/tcpProxy.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { until } from '../support/until.ts';

const databases = workerDatabases();
let url: string;
beforeAll(async () => {
  url = await databases.fresh();
});

const report = (serial: string, length: number): DeviceReport => ({
  push: { type: 'state', serial, timestamp: '2026-03-04T13:05:00.000Z', state: { controller: 'é🤖'.repeat(length) } },
  deviceTime: '2026-03-04T13:05:00Z',
  sequence: 3,
});

const serialIs = (serial: string) => (one: DeviceReport) => one.push.serial === serial;

function listenOn(address: string) {
  const troubles: Error[] = [];
  const bus = postgresBus(address, reportSchema, (error) => troubles.push(error));
  const received: DeviceReport[] = [];
  bus.subscribe((reports) => void received.push(...reports));
  return { bus, received, troubles };
}

it('[BUS1] a report reaches every instance once and unchanged, however long it is', async () => {
  const [one, two] = [listenOn(url), listenOn(url)];
  await until('both listen', () => {
    one.bus.publish([report('ready one', 1)]);
    two.bus.publish([report('ready two', 1)]);
    // Each must have received a report of the other: its own reports arrive before it listens, too.
    return one.received.some(serialIs('ready two')) && two.received.some(serialIs('ready one'));
  });
  one.received.length = 0;
  const sent = [report('short', 1), report('long', 20_000), report('other', 2_000)];
  one.bus.publish(sent.slice(0, 1));
  one.bus.publish(sent.slice(1));
  const withoutProbes = (received: readonly DeviceReport[]) => received.filter(({ push }) => !push.serial.startsWith('ready'));
  const known = () => withoutProbes(two.received);
  await until('all arrived', () => known().length >= 3);
  expect(known()).toEqual(sent);
  expect(withoutProbes(one.received)).toEqual(sent);
  await Promise.all([one.bus.close(), two.bus.close()]);
});

it('[BUS1] a cut link silences the other instances only, and heals', async () => {
  const cable = await openProxy(Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(cable.port);
  const [near, far] = [listenOn(through.href), listenOn(url)];
  await until('far hears near', () => {
    near.bus.publish([report('before', 1)]);
    return far.received.length > 0;
  });
  cable.cut();
  await until('trouble is reported', () => {
    near.bus.publish([report('meanwhile', 1)]);
    return near.troubles.length > 0;
  });
  expect(near.received.at(-1)?.push.serial).toBe('meanwhile');
  cable.heal();
  await until('far hears near again', () => {
    near.bus.publish([report('after', 1)]);
    return far.received.some(({ push }) => push.serial === 'after');
  });
  await Promise.all([near.bus.close(), far.bus.close()]);
  await cable.close();
});
