import { expect, it } from 'vitest';
import { readDraft, valueRefusal } from '#domain/configuration/configEdit';
import { valueProblem } from '#domain/configuration/configValue';
import { isSameValue } from '#domain/configuration/structuredValue';
import { hasMask } from '#domain/text/secretMask';
import { metadataProblem } from '#domain/devices/metadataEdit';
import { otherFields } from '#domain/devices/otherFields';
import { schemaProblem } from '#domain/devices/schemaProblem';
import { errorCodesIn } from '#domain/errorCodes/errorCode';
import { withPlainPositions } from '#domain/places/tolerantGeojson';
import { isDeeper, MAX_NESTING } from '#domain/text/nesting';
import { isTooDeep } from '#server/platform/jsonDepth';

const LEVELS = 10_000;
const listText = (levels: number) => '['.repeat(levels) + '1' + ']'.repeat(levels);
const mapText = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const parse = (text: string): unknown => JSON.parse(text);
const model = { command_name: 'a', group: 'A-GREEN', type: 'list' };

it.each([
  [1, 1, false],
  [2, 1, true],
  [MAX_NESTING, undefined, false],
  [MAX_NESTING + 1, undefined, true],
  [LEVELS, undefined, true],
])('[NESTED1] lists and maps of %i levels are deeper than %s: %s', (levels, limit, isIt) => {
  expect([isDeeper(parse(listText(levels)), limit), isDeeper(parse(mapText(levels)), limit)]).toEqual([isIt, isIt]);
});

it.each([
  ['lists', listText(LEVELS)],
  ['maps', mapText(LEVELS)],
])('[NESTED1] %s of thousands of levels end no rule', (_name, text) => {
  const value = parse(text);
  expect(hasMask(value)).toBe(true);
  expect(valueRefusal({ model, value }, { takesStructures: true })).toMatch(/^Not editable/);
  expect([isSameValue(value, value), isSameValue(value, parse(text)), isSameValue([value], [value])]).toEqual([true, false, false]);
  expect(valueProblem({ type: Array.isArray(value) ? 'list' : 'map' }, readDraft('map', text))).toBe('Nest at most 8 lists and maps.');
  expect(metadataProblem({ path: [], kind: 'json', label: 'Metadata' }, `{"a":${text}}`)).toBe('Metadata nests too deep.');
  expect(schemaProblem({ type: 'object', default: value })).toBe('The schema nests too deep.');
  expect(errorCodesIn({ code: '0x0A010023', value })).toEqual(['0x0A010023']);
  expect(otherFields(`{"a":${text}}`)).toEqual([{ path: expect.any(Array), value: '***' }]);
  const collection = { type: 'FeatureCollection', features: [{ geometry: { coordinates: value } }] };
  expect(withPlainPositions(collection)).toBe(collection);
  expect(isTooDeep(value)).toBe(true);
});
