/** Texts that a server may send and that break a careless screen. None of them looks like an error of the console. */
export const hostileTexts: readonly string[] = [
  '<img src=x onerror="alert(1)"><script>alert(2)</script>',
  'W'.repeat(10_000),
  'مرحبا بالعالم \u202Eabc\u202C שלום',
  '👩🏽‍🌾🤖👨‍👩‍👧‍👦🇧🇪',
  '  two\nlines\tand a tab  ',
  "'; DROP TABLE devices; --",
  '%00%2F..%2F..?a=b&c=#d',
  'constructor',
  'Z̸̡͌a̵̛͓l̶̰̈g̷͉̈́o̴̝͝',
  '-',
  '${{7*7}} {{a}} \\ "quoted"',
  '0',
];

/** Instants and local times of all ages, zones and lengths. */
export const extremeTimes: readonly string[] = [
  '2026-03-04T13:05:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-03-29T02:30:00+14:00',
  '1970-01-01T00:00:00.000Z',
  '2026-03-29T02:30:00',
  '0001-01-01T00:00:00',
  '9999-12-31T23:59:59',
];

/** Numbers at the limits of JSON. */
export const extremeNumbers: readonly number[] = [
  1.797_693_134_862_315_7e308, -1.797_693_134_862_315_7e308, 5e-324, 0, -1, 9_007_199_254_740_991,
];

/** Values for fields without a documented shape. */
export const looseValues: readonly unknown[] = [
  { nested: { list: [1, 'two', null, { three: [] }] }, constructor: '' },
  ['a list', [], {}],
  '<b>bold</b>',
  -1e300,
  true,
  null,
  '',
];
