import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyOf, parametersIn, type RequestSpec } from '#streams/event';

const request = (query: RequestSpec['query']): RequestSpec => ({ call: 'GET devices', params: {}, query });
const text = fc.string({ unit: fc.constantFrom('a', '&', '=', '%', '2', '6', 'b') });

it('[QUERY5] requests with different texts in their parameters have different keys', () => {
  expect(keyOf(request({ name: 'x&status=y' }))).not.toBe(keyOf(request({ name: 'x', status: 'y' })));
  expect(keyOf(request({ serial: 'LF-01', at: '2026-03-04T13:05:00+01:00' }))).toBe(
    'GET devices?at=2026-03-04T13:05:00+01:00&serial=LF-01',
  );
  const query = fc.dictionary(fc.constantFrom('a', 'b', 'status'), text);
  fc.assert(
    fc.property(query, query, (one, other) => {
      expect(keyOf(request(one)) === keyOf(request(other))).toBe(isDeepStrictEqual({ ...one }, { ...other }));
    }),
    { numRuns: 2_000 },
  );
});

it('[QUERY5] the parameters of a request are read from its key as they were given, also beside a slot', () => {
  const query = fc.dictionary(fc.constantFrom('a', 'b', 'status'), text);
  fc.assert(
    fc.property(query, fc.constantFrom(undefined, 2), (given, slot) => {
      expect(Object.fromEntries(parametersIn(keyOf({ ...request(given), slot })))).toEqual(given);
    }),
  );
});
