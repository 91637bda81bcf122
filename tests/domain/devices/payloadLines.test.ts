import { payloadLines } from '#domain/devices/payloadLines';
import { expect, it } from 'vitest';

it('[CONN7] each field of a payload has its line, and says what became of it', () => {
  const message = {
    payload: '{"state":{"battery_level":"full","jobs":[{"status":7}],"voltage":25,"empty":{}}}',
    losses: [
      { field: 'state.battery_level', why: 'a number is wanted' },
      { field: 'state.jobs.0.status', why: 'a text is wanted', limit: '100 characters' },
    ],
    remarks: [
      { field: 'state.voltage', why: 'no such field is known' },
      { field: 'time', why: 'it is missing' },
    ],
  };
  const { lines, others } = payloadLines(message);
  expect(lines.map(({ text }) => text).join('\n')).toBe(JSON.stringify(JSON.parse(message.payload), null, 2));
  expect(lines.filter(({ is }) => is !== 'read')).toEqual([
    { text: '    "battery_level": "full",', is: 'lost', note: 'a number is wanted' },
    { text: '        "status": 7', is: 'lost', note: 'a text is wanted: 100 characters' },
    { text: '    "voltage": 25,', is: 'noted', note: 'no such field is known' },
  ]);
  expect(others).toEqual([{ field: 'time', note: 'it is missing' }]);
});

it.each(['{"state":{"battery', 'x\ny', '', 'NaN'])('[CONN7] a payload that is no JSON, or its begin, stands as it came: %j', (payload) => {
  const { lines, others } = payloadLines({ payload, losses: [{ field: 'the message', why: 'not JSON' }], remarks: [] });
  expect(lines.map(({ text }) => text).join('\n')).toBe(payload);
  expect(lines.every(({ is }) => is === 'read')).toBe(true);
  expect(others).toEqual([{ field: 'the message', note: 'not JSON' }]);
});

it.each(['7', '"x"', 'null', '[]', '[[1],{}]'])('[CONN7] %s is a payload too', (payload) => {
  const text = payloadLines({ payload, losses: [], remarks: [] })
    .lines.map((line) => line.text)
    .join('\n');
  expect(JSON.parse(text)).toEqual(JSON.parse(payload));
});
