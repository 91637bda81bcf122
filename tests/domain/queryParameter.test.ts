import { expect, it } from 'vitest';
import { queryParameter } from '#domain/text/queryParameter';

it.each([
  ['device_serial=LF-0140-23&tab=1', 'LF-0140-23'],
  ['?tab=1&device_serial=LF%2D01+b', 'LF-01 b'],
  ['device_serial=a=b', 'a=b'],
  ['tab=1', ''],
  ['', ''],
  ['device_serial', ''],
  ['device_serial=100%&x=%E0%A4', '100%'],
  ['device_serial=one&device_serial=two', 'one'],
])('[ACCOUNT1] the device in the query %j is %j', (search, expected) => {
  expect(queryParameter(search, 'device_serial')).toBe(expected);
});
