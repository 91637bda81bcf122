import { expect, it } from 'vitest';
import { codeFileProblems, encodingProblem, readCodeFile } from '#domain/errorCodes/codeFile';
import { catalogueLanguages, codeImport } from '#domain/errorCodes/codeImport';
import { codesJson } from '#domain/errorCodes/codeJson';
import type { ErrorCatalogue } from '#domain/errorCodes/errorCode';

const catalogue: ErrorCatalogue = {
  '0x0A010023': { description: { development: 'gateway: no CAN', en: 'No answer.', nl: 'Geen antwoord.' } },
  '0x00000001': { description: { development: 'safety: stop', en: 'Stop pressed.' } },
};
const imported = (text: string, known = catalogue) => codeImport(readCodeFile(text, catalogueLanguages(known)), known);
const problemsOf = (text: string) => imported(text).problems.map(({ line, problem }) => `${line}: ${problem}`);
const FORM = 'An error code is 0x and 8 hexadecimal digits, for example 0x0a010023.';

it('[CODES1] [CODES4] a saved catalogue that is imported again changes nothing', () => {
  const odd: ErrorCatalogue = { ...catalogue, '0x0000000f': { description: { development: '=1;=2 "a"\nline\ttab', ar: 'قف', x: 'own' } } };
  const text = codesJson(odd);
  expect(JSON.parse(text)).toEqual({
    error_codes: { '0x00000001': odd['0x00000001'], '0x0000000f': odd['0x0000000f'], '0x0a010023': odd['0x0A010023'] },
  });
  expect(imported(text, odd)).toEqual({ added: [], changed: [], same: 3, missing: [], problems: [] });
  expect(text.split('\n').filter((line) => line.includes('0x'))).toHaveLength(3);
});

const CHANGED = {
  added: [{ code: '0x0000000b', description: { development: 'new', nl: 'Nieuw' } }],
  changed: [
    {
      code: '0x0A010023',
      description: { development: 'gateway: no CAN', en: 'No answer.', nl: 'Zwijgt.' },
      changes: [{ language: 'nl', before: 'Geen antwoord.', after: 'Zwijgt.' }],
    },
  ],
  same: 1,
  missing: [],
  problems: [],
};
const lines = ['0x00000001;safety: stop;', '0x0a010023;gateway: no CAN;Zwijgt.', '0x0000000B;new;Nieuw'];

it.each([
  ['semicolons', `Code;Development;nl\n${lines.join('\n')}\n`],
  ['a byte order mark and CRLF', `\uFEFFCode;Development;nl\r\n${lines.join('\r\n')}`],
  ['CR alone', `Code;Development;nl\r${lines.join('\r')}\r`],
  ['commas', `Code,Development,nl\n${lines.join('\n').replaceAll(';', ',')}`],
  ['tabs', `Code\tDevelopment\tnl\n${lines.join('\n').replaceAll(';', '\t')}`],
  ['a first line for Excel', `sep=,\r\nCode,Development,nl\r\n${lines.join('\r\n').replaceAll(';', ',')}`],
  [
    'columns by their names, in another order',
    `"dutch (NL)";error_code;DEVELOPMENT\n${lines.map((one) => one.replace(/(.*);(.*);(.*)/, '$3;$1;$2')).join('\n')}`,
  ],
  [
    'quotation marks and empty lines',
    `"Code";"Development";"nl"\n\n;;\n${lines.map((one) => `"${one.replaceAll(';', '";"')}"`).join('\n;;\n')}\n\n`,
  ],
  ['missing cells at the end', `Code;Development;nl\n${lines.join('\n').replace('stop;', 'stop')}`],
  [
    'JSON, also with fields that nobody knows',
    '{"languages":["nl"],"error_codes":{"0x00000001":{"description":{"development":"safety: stop"}},\n"0x0A010023":{"description":{"nl":"Zwijgt.","development":"gateway: no CAN"},"more":1},"0x0000000b":{"description":{"development":"new","nl":"Nieuw"}}}}',
  ],
])('[CODES2] [CODES4] a file with %s is read', (_, text) => {
  expect(imported(text)).toEqual(CHANGED);
});

it('[CODES4] a language that the file has nowhere stays; an empty cell of one that it has removes the text', () => {
  expect(imported('Code;nl\n0x0a010023;').changed).toEqual([
    {
      code: '0x0A010023',
      description: { development: 'gateway: no CAN', en: 'No answer.' },
      changes: [{ language: 'nl', before: 'Geen antwoord.', after: '' }],
    },
  ]);
  expect(imported('Code;nl\n0x0a010023;').missing).toEqual(['0x00000001']);
});

it.each([
  ['x;x', `1: ${codeFileProblems.noColumns}`],
  ['', `1: ${codeFileProblems.empty}`],
  [' \n ', `1: ${codeFileProblems.empty}`],
  ['Code;Development\n0x12;x', `2: ${FORM}`],
  ['Code;Development\n;x', `2: ${FORM}`],
  ['Code;Development\n"a\nb";x\n0x0000000c;\n', `2: ${FORM}`, '4: Development text cannot be empty.'],
  ['Code;Development\n0x0000000C;a\n\n0x0000000c;b', '4: 0x0000000c stands on line 2 already.'],
  ['Code;en\n0x0000000c;a', '2: Development text cannot be empty.'],
  ['Code;Development\n0x0a010023;', '2: Development text cannot be empty.'],
  [
    'Code;Development;Remark\n0x0000000c;a;b',
    '1: There is no language "Remark". Languages are named by their tag, for example en or nl-BE.',
  ],
  ['Code;Development;e\u200Bn\n0x0000000c;a;b', '1: The language cannot contain the invisible character U+200B.'],
  ['Code;Development;en;EN\n0x0000000c;a;b;c', '1: The column en stands twice.'],
  ['Code;Development\n0x0000000c;a\u202Eb', '2: development: The text cannot contain control characters (U+202E).'],
  ['Code;Development\n0x0000000c;a;b', '2: There are more cells than columns with a name.'],
  ['Code;Development\n0x0000000c;"a\n0x0000000d;b', '2: The quotation mark that begins here has no end.'],
  ['{"error_codes":{', '1: The file is no JSON.'],
  ['[]', '1: The file must be {"error_codes": {"0x0a010023": {"description": {"development": "…", "en": "…"}}}}.'],
  [
    '{"error_codes":{\n"0x0000000c":{"description":{"development":"a","q":"b"}},\n"0x0000000c":{"description":{"development":"a"}},\n"0x0000000d":[],\n"0x1":{"description":{"development":"a"}}}}',
    '3: 0x0000000c stands on line 2 already.',
    '4: 0x0000000d has no description with texts.',
    `5: ${FORM}`,
  ],
  [
    'Code;Development;__proto__\n0x0000000c;a;b',
    '1: There is no language "__proto__". Languages are named by their tag, for example en or nl-BE.',
  ],
])('[CODES3] %j is refused line by line', (text, ...problems) => {
  expect(problemsOf(text)).toEqual(problems);
});

it('[CODES3] a text of more than 2,000 characters is refused', () => {
  const file = (length: number) => `Code;Development\n0x0000000c;${'x'.repeat(length)}`;
  expect(problemsOf(file(2_000))).toEqual([]);
  expect(problemsOf(file(2_001))).toEqual(['2: development: The text has more than 2000 characters.']);
});

it.each([
  ['UTF-16, little endian', [0xff, 0xfe, 0x43, 0], '\uFFFD', codeFileProblems.utf16],
  ['UTF-16, big endian', [0xfe, 0xff, 0, 0x43], '\uFFFD', codeFileProblems.utf16],
  ['UTF-16 without a mark', [0x43, 0, 0x6f, 0], 'C\0o\0', codeFileProblems.utf16],
  ['a spreadsheet', [0x50, 0x4b, 3, 4], 'PK', codeFileProblems.spreadsheet],
  ['Latin letters of Windows', [0x43, 0xe9], null, codeFileProblems.notUtf8],
  ['UTF-8', [0x43], 'C', undefined],
])('[CODES2] %s', (_, bytes, text, problem) => {
  expect(encodingProblem(new Uint8Array(bytes), text)).toBe(problem);
});

it('[CODES3] more than 50 languages of one code are refused', () => {
  const tags = [
    'af',
    'ar',
    'be',
    'bg',
    'bn',
    'bs',
    'ca',
    'cs',
    'cy',
    'da',
    'de',
    'el',
    'eo',
    'es',
    'et',
    'eu',
    'fa',
    'fi',
    'fr',
    'ga',
    'gl',
    'gu',
    'he',
    'hi',
    'hr',
    'hu',
    'hy',
    'id',
    'is',
    'it',
    'ja',
    'ka',
    'kk',
    'km',
    'kn',
    'ko',
    'ky',
    'lo',
    'lt',
    'lv',
    'mk',
    'ml',
    'mn',
    'mr',
    'ms',
    'my',
    'ne',
    'pl',
    'pt',
  ];
  const file = (languages: readonly string[]) =>
    `Code;Development;${languages.join(';')}\n0x0000000c;a;${languages.map(() => 'x').join(';')}`;
  expect(problemsOf(file(tags))).toEqual([]);
  expect(problemsOf(file([...tags, 'ro']))).toEqual(['2: A code has at most 50 languages.']);
});
