import { incidentLink } from '#domain/addresses';
import { expect, it } from 'vitest';
import { incidentFileName, type Incident, type PostProcessingResult } from '#contract/incident';
import { developmentText } from '#domain/errorCodes/errorCode';
import {
  chosenFilter,
  codeShares,
  hasVideo,
  incidentIdOf,
  parseIncidentsView,
  isVideo,
  mapInformation,
  postProcessingRows,
  shareText,
  stepShown,
  webAddress,
} from '#domain/incidents/incident';

const asked = (search: string) => {
  const params = new URLSearchParams(search);
  return parseIncidentsView((name) => params.get(name));
};

it.each([
  ['', null, null],
  ['device_serial=LF-01', null, { name: 'device_serial', value: 'LF-01' }],
  ['device_serial=LF-01&treatment_id=t-1', null, { name: 'treatment_id', value: 't-1' }],
  ['map_id=m&error_code=0x1', null, { name: 'error_code', value: '0x00000001' }],
  ['error_code=0X0300011A', null, { name: 'error_code', value: '0x0300011a' }],
  ['map_id=m', null, { name: 'map_id', value: 'm' }],
  ['incident_id=i-1&treatment_id=t-1', 'i-1', { name: 'treatment_id', value: 't-1' }],
  ['incident_id=%20i-1%20', 'i-1', null],
  ['incident_id=..&device_serial=', null, null],
  ['incident_id=&treatment_id=%20', null, null],
])('[INC-001] [INC-002] [INC-003] [INC-004] [GAP-64] %j opens %j with %j', (search, incidentId, filter) => {
  expect(asked(search)).toEqual({ incidentId, filter });
});

it.each([
  [null, { device_serial: 'LF-01' }, 'device_serial', 'LF-01'],
  ['device_serial', { device_serial: 'LF-01', map_id: 'm' }, 'map_id', 'm'],
  ['device_serial', { device_serial: 'LF-01', error_code: '0x1' }, 'error_code', '0x1'],
  ['device_serial', { device_serial: 'LF-01', treatment_id: 't' }, 'treatment_id', 't'],
  ['device_serial', { device_serial: 'LF-02' }, 'device_serial', 'LF-02'],
  ['device_serial', { device_serial: 'LF-01' }, 'device_serial', 'LF-01'],
] as const)('[INC-015] after %s, of %j there is %s', (name, values, chosen, value) => {
  expect(chosenFilter(name === null ? null : { name, value: 'LF-01' }, values)).toEqual({ name: chosen, value });
});

it('[INC-015] a filter that is emptied leaves none', () => {
  expect(chosenFilter({ name: 'map_id', value: 'm' }, { map_id: '', error_code: '' })).toBeNull();
});

it.each([
  [' a b ', 'a b'],
  ['', null],
  ['   ', null],
  ['..', null],
  ['x'.repeat(201), null],
  [null, null],
])('[INC-016] %j is the id %j', (input, id) => expect(incidentIdOf(input)).toBe(id));

it('[INC-020] a link holds the whole id', () => {
  expect(incidentLink('a/b?c&d#e')).toBe('/incidents/all?incident_id=a%2Fb%3Fc%26d%23e');
});

const rendered = (over: Partial<PostProcessingResult>): Pick<Incident, 'post_processing_results'> => ({
  post_processing_results: { mosaic_rendering: { success: true, message: 'Rendering successful', retry_possible: false, ...over } },
});

it.each([
  ['succeeded in these words', rendered({}), true],
  ['failed', rendered({ success: false }), false],
  ['other words', rendered({ message: 'Rendered' }), false],
  ['no words', rendered({ message: null }), false],
  ['no step', { post_processing_results: {} }, false],
  ['nothing', {}, false],
])('[INC-048] [MSG-105] [OPEN-117] a rendering that %s', (_, incident, expected) => expect(hasVideo(incident)).toBe(expected));

it.each([
  [0, false],
  [39, false],
  [40, false],
  [41, true],
  [35_117, true],
])('[INC-052] [CONST-045] %i bytes', (bytes, expected) => expect(isVideo(bytes)).toBe(expected));

it.each([
  [{ map_id: 'de-linde-2', map_version: '2.8.0#2#1#1#1#1#1#1#1', node_id: '104' }, 'de-linde-2, 2.8.0, 104'],
  [{ map_id: 'de-linde-2', map_version: null }, 'de-linde-2'],
  [{ map_id: '', map_version: '', node_id: '' }, '-'],
  [{ node_id: '104' }, '104'],
  [{ map_id: '', map_version: '', node_id: '' }, '-'],
  [{}, '-'],
])('[INC-010] [OPEN-118] %j is %j', (incident, text) => expect(mapInformation(incident)).toBe(text));

it('[INC-040] [INC-041] [INC-042] [MSG-101] [CONST-069] the rows of the post-processing', () => {
  expect(postProcessingRows.map(({ label, step }) => `${label}: ${step}`)).toEqual([
    'Data Parsed: data_parsing',
    'Logs Parsed: log_parsing',
    'Mosaic Rendered: mosaic_rendering',
  ]);
});

it.each([
  ['not started', undefined, 'No', 'Post Processing not started', true],
  ['null', null, 'No', 'Post Processing not started', true],
  ['done', { success: true, message: 'Parsed', retry_possible: false }, 'Yes', 'Parsed', false],
  ['failed', { success: false, message: 'Broken', retry_possible: true }, 'No', 'Broken', true],
  ['lost', { success: false, message: 'Gone', retry_possible: false }, 'No', 'Gone', false],
  ['flagged', { success: false, message: null, retry_possible: true }, 'No', 'No result found', true],
  ['without a message', { success: true, retry_possible: false }, 'Yes', 'No result found', false],
  ['with an empty one', { success: false, message: '', retry_possible: false }, 'No', 'No result found', false],
])('[INC-043] [INC-044] [INC-045] [INC-046] [INC-047] [MSG-102] [MSG-103] [MSG-104] [GAP-66] %s', (_, result, done, message, canRetry) => {
  expect(stepShown(result)).toMatchObject({ done, message, canRetry });
});

it('[INC-058] [INC-055] the largest share comes first, equal ones by code; digits are small', () => {
  const statistics = {
    calculated_at: '2026-03-04T12:00:00Z',
    total_number_of_incidents: 6,
    per_error_code: { '0x0000000B': ['a'], '0x0000000a': ['b'], '0x0000000c': ['c', 'd', 'e', 'f'] },
  };
  expect(codeShares(statistics)).toEqual([
    { code: '0x0000000c', count: 4, total: 6 },
    { code: '0x0000000a', count: 1, total: 6 },
    { code: '0x0000000b', count: 1, total: 6 },
  ]);
  const twice = { '0x0A': ['a'], '0x0000000a': ['b', 'c'] };
  expect(codeShares({ ...statistics, per_error_code: twice })).toEqual([{ code: '0x0000000a', count: 3, total: 6 }]);
  expect(codeShares(null)).toEqual([]);
  const many = { ...statistics, total_number_of_incidents: 900, incidents_per_error_code: { '0x0000000a': 890 } };
  expect(codeShares(many)[0]).toEqual({ code: '0x0000000a', count: 890, total: 900 });
});

it.each([
  [1, 3, '33 % (1/3)'],
  [2, 3, '67 % (2/3)'],
  [1, 200, '1 % (1/200)'],
  [1, 201, '0 % (1/201)'],
  [1_200, 1_200, '100 % (1 200/1 200)'],
  [0, 0, '0 % (0/0)'],
])('[INC-057] [INC-060] %i of %i is %s', (count, total, text) => expect(shareText({ count, total })).toBe(text));

it.each([
  ['0x03000117', { '0x03000117': { description: { development: 'Bumper' } } }, 'Bumper'],
  ['0x03000118', { '0x03000117': { description: { development: 'Bumper' } } }, 'Unknown Error Code'],
  ['0x03000117', { '0x03000117': { description: {} } }, 'Unknown Error Code'],
  ['0x03000117', undefined, 'Unknown Error Code'],
])('[INC-056] [GAP-23] [OPEN-120] %s in %j is %j', (code, catalogue, text) => {
  expect(developmentText(code, catalogue, 'incidents')).toBe(text);
});

it('[INC-036] [INC-037] [INC-038] [CONST-070] the files are named after the incident', () => {
  expect((['rosbag', 'depth', 'rosparam'] as const).map((kind) => incidentFileName(kind, 'i-1'))).toEqual([
    'i-1.bag.gz',
    'i-1.dat',
    'i-1.json',
  ]);
});

it.each([
  ['https://logs.example/?incident_id=i%201', true],
  ['http://logs.example', true],
  ['javascript:alert(1)', false],
  [' https://logs.example', false],
  ['data:text/html,x', false],
  ['//logs.example', false],
  ['', false],
  [null, false],
])('[INC-033] [INC-034] [INC-035] %j may be opened: %s', (input, may) => expect(webAddress(input)).toBe(may ? input : null));
