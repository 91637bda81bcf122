import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { createDeviceTraffic } from '#server/fleet/deviceTraffic';

it('[CONN1] messages that arrive each second displace neither the others nor those with unread parts; the newest of each stay', () => {
  const traffic = createDeviceTraffic(() => 0);
  const receive = (topic: string, at: number, isFaulty = false) => {
    const losses = isFaulty ? [{ field: 'state.battery_level', why: 'a number is wanted, it is a list' }] : [];
    traffic.begin('LF-01', topic, Buffer.from('{}'), at)?.read({ isDropped: false, losses, remarks: [] });
  };
  receive('configuration', 1);
  receive('state', 2, true);
  for (let at = 3; at < 103; at += 1) receive('state', at);
  receive('log', 103);
  const { messages } = traffic.of('LF-01');
  expect(messages).toHaveLength(30);
  expect(messages.map(({ topic, outcome }) => (outcome === 'read' ? topic : `${topic} ${outcome}`))).toEqual([
    'log',
    ...Array.from({ length: 27 }, () => 'state'),
    'state partly',
    'configuration',
  ]);
  expect(messages[1]?.received_at).toBe(new Date(102).toISOString());
});
