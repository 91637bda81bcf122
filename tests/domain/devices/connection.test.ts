import { expect, it } from 'vitest';
import { neverReportedText } from '#domain/devices/online';
import { consoleAddress, publishLine, putLine } from '#domain/devices/publishLine';
import { messageText } from '#domain/devices/payloadLines';

it.each([
  ['mqtt://10.0.0.5', '-h 10.0.0.5 -p 1883 -i'],
  ['mqtts://robots.example:8884', '-h robots.example -p 8884 --tls-use-os-certs -i'],
  ['mqtt://[::1]:1885', '-h ::1 -p 1885 -i'],
])('[CONN3] the line for %s', (url, part) => {
  const line = publishLine({ url }, "LF-'1");
  expect(line).toContain(part);
  expect(line).toContain(String.raw`-u 'LF-'\''1' -P "$(cat token)" -q 1 -t devices/'LF-'\''1'/state -f state.json`);
});

it('[CONN3] there is no line for a WebSocket', () => {
  expect(publishLine({ url: 'wss://console.example/mqtt' }, 'LF-1')).toBeUndefined();
});

it.each([
  [['mqtt://10.0.0.5', 'wss://console.example/robots/mqtt'], 'https://console.example/robots'],
  [['ws://127.0.0.1:8080/mqtt'], 'http://127.0.0.1:8080'],
  [['mqtts://robots.example'], null],
])('[CONN3] the console of %j is at %j', (urls, address) => {
  expect(consoleAddress(urls.map((url) => ({ url })))).toBe(address);
});

it('[CONN3] the line that puts a file quotes the serial', () => {
  const line = String.raw`curl -u 'LF-'\''1':"$(cat token)" -T robot.log 'https://console.example/device-files/logs/robot.log'`;
  expect(putLine('https://console.example', "LF-'1")).toBe(line);
});

const loss = { field: 'state.battery_level', why: 'a number is wanted, it is a text' };
it.each([
  [{ outcome: 'read' }, 'Read'],
  [{ outcome: 'read', remarks: [loss] }, 'Read; 1 field not known or missing'],
  [{ outcome: 'partly', losses: [loss, { ...loss, field: 'time' }] }, 'Read but for 2 fields: state.battery_level, time'],
  [{ outcome: 'dropped', losses: [{ field: 'the message', why: 'not JSON' }] }, 'Not read: the message, not JSON'],
  [{ outcome: 'dropped', reason: 'a newer report of the same is there' }, 'Not taken: a newer report of the same is there'],
  [{ outcome: 'later' }, 'later'],
])('[CONN4] %j is "%s"', (message, text) => {
  expect(messageText({ losses: [], remarks: [], ...message })).toBe(text);
});

it.each([
  [true, true, null],
  [true, false, null],
  [false, true, 'Connected, nothing readable yet'],
  [false, false, 'Never connected'],
])('[CONN5] a device that has reported: %s, and is online: %s', (hasReported, isOnline, text) => {
  expect(neverReportedText(hasReported, isOnline)).toBe(text);
});
