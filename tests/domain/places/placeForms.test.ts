import { describe, expect, it } from 'vitest';
import { fieldText, fieldTextProblem, isSameName, nestedTextProblem, paragraphProblem } from '#domain/text/fieldText';
import { greenhouseFields, greenhouseProblems } from '#domain/places/greenhouse';
import { locationFields, locationProblems } from '#domain/places/location';
import { networkFields, networkProblems } from '#domain/places/networkInformation';
import { organisationFields, organisationProblems } from '#domain/people/organisation';
import { isTimezone, timezones } from '#domain/text/timezone';

it.each([
  ['', false, undefined],
  ['', true, 'Name cannot be empty.'],
  ['  \t ', true, 'Name cannot be empty.'],
  ['x'.repeat(100), true, undefined],
  ['x'.repeat(101), true, 'Name cannot be longer than 100 characters.'],
  ['🌱'.repeat(100), true, undefined],
  ['🌱'.repeat(101), false, 'Name cannot be longer than 100 characters.'],
  ['Kas 1', true, undefined],
  ['<script>alert(1)</script>', true, undefined],
  ["Robert'); drop table location;--", true, undefined],
  ['=1+1', true, undefined],
  ['مزرعة', true, undefined],
  ['👩‍🌾', true, undefined],
  ['a\nb', true, 'Name cannot contain line breaks or other control characters (U+000A).'],
  ['a\0b', true, 'Name cannot contain line breaks or other control characters (U+0000).'],
  ['a\u202Eb', true, 'Name cannot contain line breaks or other control characters (U+202E).'],
  ['a\u2066b', false, 'Name cannot contain line breaks or other control characters (U+2066).'],
  ['a\uD800', true, 'Name cannot contain line breaks or other control characters (U+D800).'],
])('[PLACE1] the name %j (required: %s): %s', (typed, isRequired, problem) => {
  expect(fieldTextProblem(typed, { label: 'Name', isRequired })).toBe(problem);
});

const hidden = (label: string) => `Name cannot contain the invisible character ${label}.`;
it.each<readonly [string, string | undefined]>([
  ['Kas\u200B1', hidden('U+200B')],
  ['Kas\u200D1', hidden('U+200D')],
  ['Kas\u200C', hidden('U+200C')],
  ['Kas\u200E1', hidden('U+200E')],
  ['Kas\u200F1', hidden('U+200F')],
  ['Kas\u061C1', hidden('U+061C')],
  ['Kas\u2060', hidden('U+2060')],
  ['Ka\uFEFFs', hidden('U+FEFF')],
  ['Ka\u00ADs', hidden('U+00AD')],
  ['Ka\u034Fs', hidden('U+034F')],
  ['\u3164', hidden('U+3164')],
  ['\u2800', hidden('U+2800')],
  ['Kas\uFE0F', hidden('U+FE0F')],
  ['1\uFE0F', hidden('U+FE0F')],
  ['Kas\u{E0061}', hidden('U+E0061')],
  ['👩\u200D', hidden('U+200D')],
  ['می\u200C\u200Cخواهم', hidden('U+200C')],
  // The other controls of direction, and what breaks a line.
  ...['202A', '202B', '202C', '202D', '202E', '2066', '2067', '2068', '2069', '0085', '2028', '2029'].map(
    (one) =>
      [
        `a${String.fromCodePoint(Number.parseInt(one, 16))}b`,
        `Name cannot contain line breaks or other control characters (U+${one}).`,
      ] as const,
  ),
  // Characters that languages and emoji require.
  ['می\u200Cخواهم', undefined],
  ['क्\u200Dष', undefined],
  ['ශ්\u200Dරී', undefined],
  ['👩\u200D🌾 ❤️ ⚠️ 1️⃣ 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇧🇪', undefined],
  ['葛\u{E0100}城', undefined],
  ['ᠠ\u180B', undefined],
  ['חממה 3', undefined],
  ['مزرعة (2)', undefined],
])('[NAME1] the name %j: %s', (typed, problem) => {
  expect(fieldTextProblem(typed, { label: 'Name', isRequired: true })).toBe(problem);
});

it.each([
  ['two\nlines\tand a tab', undefined],
  ['a\u202Eb\n', 'Text cannot contain control characters (U+202E).'],
  ['a\u0007b', 'Text cannot contain control characters (U+0007).'],
  ['a\u200Bb', 'Text cannot contain the invisible character U+200B.'],
])('[NAME1] the text %j: %s', (typed, problem) => {
  expect(paragraphProblem(typed, 'Text')).toBe(problem);
});

it.each([
  ['two\nlines', undefined, undefined],
  [{ a: { b: ['x', 'two\nlines', 3, null, true] } }, undefined, undefined],
  [{ a: { b: ['x', 'y\u202E'] } }, undefined, 'Text.a.b.1 cannot contain control characters (U+202E).'],
  [{ a: 'y\u200B' }, undefined, 'Text.a cannot contain the invisible character U+200B.'],
  [{ 'a\u200B': 1 }, undefined, 'A field of Text cannot contain the invisible character U+200B.'],
  [{ 'a\n': 1 }, undefined, 'A field of Text cannot contain line breaks or other control characters (U+000A).'],
  // An existing value stays in its place, and is allowed nowhere else.
  [{ a: 'y\u200B', 'b\n': 2 }, { a: 'y\u200B', 'b\n': 1 }, undefined],
  [{ a: 'x', b: 'y\u200B' }, { a: 'y\u200B', b: 'x' }, 'Text.b cannot contain the invisible character U+200B.'],
])('[NAME1] the JSON value %j in place of %j: %s', (value, known, problem) => {
  expect(nestedTextProblem(value, known, 'Text')).toBe(problem);
});

it.each([
  ['De Linde', ' de linde ', true],
  ['De Linde', 'De  Linde', false],
  ['Éclat', 'éclat', true],
])('[PLACE3] %j and %j are the same name: %s', (one, other, same) => {
  expect(isSameName(one, other)).toBe(same);
  expect(fieldText(` ${one} `)).toBe(one);
});

it.each([
  ['Europe/Brussels', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['', false],
  ['Europe/Brussels; drop', false],
])('[PLACE2] there is a timezone %j: %s', (name, known) => {
  expect(isTimezone(name)).toBe(known);
  expect(timezones().includes(name)).toBe(known);
});

it.each(['Europe/Kyiv', 'Europe/Kiev', 'Asia/Kolkata', 'Asia/Calcutta'])(
  '[CLOCKS3] a present or former name of a zone is one: %s',
  (timezone) => {
    expect(isTimezone(timezone)).toBe(true);
    expect(locationProblems({ ...location, timezone }, choices).timezone).toBeUndefined();
  },
);

it.each(['+01:00', '0100', 'Mars/Olympus'])('[CLOCKS3] %s is no zone', (timezone) => {
  expect(isTimezone(timezone)).toBe(false);
});

const location = { name: 'Linde', client_name: '', address: '', owned_by: 'org-1', timezone: 'Europe/Brussels' };
const choices = { owners: ['org-1', 'org-2'], others: [{ name: 'Hortus', owned_by: 'org-1' }] };

describe('a location', () => {
  it.each([
    [{}, {}],
    [{ name: '' }, { name: 'Name cannot be empty.' }],
    [{ name: 'hortus' }, { name: 'Another location of this organisation has the same name.' }],
    [{ name: 'hortus', owned_by: 'org-2' }, {}],
    [{ owned_by: '' }, { owned_by: 'Organisation cannot be empty.' }],
    [{ owned_by: 'org-9' }, { owned_by: 'There is no such organisation.' }],
    [{ timezone: '' }, { timezone: 'Timezone cannot be empty.' }],
    [{ timezone: 'Europe/Atlantis' }, { timezone: 'There is no such timezone.' }],
    [{ address: 'x'.repeat(301) }, { address: 'Address cannot be longer than 300 characters.' }],
    [{ client_name: 'x'.repeat(101) }, { client_name: 'Client name cannot be longer than 100 characters.' }],
  ])('[PLACE1] [PLACE2] [PLACE3] with %j has the problems %j', (more, problems) => {
    const found = locationProblems(locationFields({ ...location, ...more }), choices);
    expect(Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))).toEqual(problems);
  });

  it.each([
    [['Europe/Atlantis'], undefined],
    [['Europe/Brussels'], 'There is no such timezone.'],
    [undefined, 'There is no such timezone.'],
  ])('[ANY18] [PLACE2] with the timezones %j of the server, Europe/Atlantis has the problem %s', (known, problem) => {
    expect(locationProblems({ ...location, timezone: 'Europe/Atlantis' }, { ...choices, timezones: known }).timezone).toBe(problem);
    expect(locationProblems(location, { ...choices, timezones: known }).timezone).toBeUndefined();
  });

  it('[PLACE2] is not judged by choices that are not known', () => {
    expect(Object.values(locationProblems(location, {}))).toEqual(Array.from({ length: 5 }, () => undefined));
  });
});

const greenhouse = { name: 'Kas 1', client_name: '', location_id: 'loc-1', map_id: '' };

it.each([
  [{}, {}],
  [{ map_id: 'map-1' }, {}],
  [{ map_id: 'map-9' }, { map_id: 'There is no such map.' }],
  [{ location_id: '' }, { location_id: 'Location cannot be empty.' }],
  [{ location_id: 'loc-9' }, { location_id: 'There is no such location.' }],
  [{ name: 'KAS 2' }, { name: 'Another greenhouse of this location has the same name.' }],
  [{ name: 'Kas 2', location_id: 'loc-2' }, {}],
  [{ name: ' ' }, { name: 'Name cannot be empty.' }],
])('[PLACE4] a greenhouse with %j has the problems %j', (more, problems) => {
  const others = [{ name: 'Kas 2', location_id: 'loc-1' }];
  const found = greenhouseProblems(greenhouseFields({ ...greenhouse, ...more }), {
    locations: ['loc-1', 'loc-2'],
    maps: ['map-1'],
    others,
  });
  expect(Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))).toEqual(problems);
});

it.each([
  [{}, {}],
  [{ name: 'van houte' }, { name: 'Another organisation has the same name.' }],
  [{ authentication_group: 'organisation:vh' }, { authentication_group: 'Another organisation has the same authentication group.' }],
  [{ authentication_group: 'user_type:system_admin' }, { authentication_group: 'An authentication group cannot be a user type.' }],
  [
    { authentication_group: 'a\nb' },
    { authentication_group: 'Authentication group cannot contain line breaks or other control characters (U+000A).' },
  ],
])('[PLACE5] an organisation with %j has the problems %j', (more, problems) => {
  const fields = organisationFields({ name: 'Linde', client_name: '', authentication_group: '', ...more });
  const found = organisationProblems(fields, [{ name: 'Van Houte', authentication_group: 'organisation:vh' }, { name: 'Bare' }]);
  expect(Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))).toEqual(problems);
});

it.each([
  [{}, {}],
  [{ wifi_ssid: '' }, { wifi_ssid: 'wifi_ssid cannot be empty.' }],
  [{ wifi_ssid: 'é'.repeat(16) }, {}],
  [{ wifi_ssid: 'é'.repeat(17) }, { wifi_ssid: 'wifi_ssid cannot be longer than 32 bytes.' }],
  [{ wifi_password: '' }, { wifi_password: 'wifi_password cannot be empty.' }],
  [{ wifi_password: 'x'.repeat(65) }, { wifi_password: 'wifi_password cannot be longer than 64 characters.' }],
  [{ wifi_password: 'ab\n' }, { wifi_password: 'wifi_password cannot contain line breaks or other control characters (U+000A).' }],
  [{ wifi_password: 'ab\u200B' }, { wifi_password: 'wifi_password cannot contain the invisible character U+200B.' }],
])('[PLACE6] a network with %j has the problems %j', (more, problems) => {
  const found = networkProblems(networkFields({ wifi_ssid: 'kas', wifi_password: ' kept as it is ', ...more }));
  expect(Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))).toEqual(problems);
  expect(networkFields({ wifi_ssid: ' kas ', wifi_password: ' p ' })).toEqual({ wifi_ssid: ' kas ', wifi_password: ' p ' });
  expect(networkFields({ wifi_ssid: '  ', wifi_password: ' p ' }).wifi_ssid).toBe('');
});
