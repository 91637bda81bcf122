import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { screenPaths } from '#domain/addresses';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');
const sources = (...folders: readonly string[]) =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  ).toSorted();

/** Every folder with sources. */
const TOP_FOLDERS = [
  'contract',
  'domain',
  'streams',
  'state',
  'past',
  'session',
  'src',
  'server',
  'fixtures',
  'tests',
  'bench',
  'cluster',
  'examples',
];

/** Home-made terms, with the standard ones. */
const REPLACED: readonly (readonly [words: string, term: string])[] = [
  ['Wish(?:es)?', 'Intent'],
  ['News', 'EventPayload'],
  ['Arrival', 'SourcedEvents'],
  ['[Hh]eard|hear', 'QueryMemory, reduceQuery, or the name of the value'],
  ['spoken', 'toEvents'],
  ['[Tt]old|said', 'reported, response, text, or the name of the value'],
  ['rhythms?', 'interval'],
  ['hindrance', 'blockedReason'],
  ['servant', 'childProcess'],
  ['Desk', 'CommandInbox'],
  ['SecretDoor', 'SecretChannel'],
  ['obeyed|lived|troubled|worn', 'applyCommands, advance, applyFaults, applyWear'],
];
/** Verbs that are fine in a sentence, and home-made in a name. */
const REPLACED_IN_NAMES: typeof REPLACED = [
  ...REPLACED,
  ['arrivals|wishes|hears?', 'SourcedEvents, Intent, or receive'],
  ['tells?|telling', 'send, report or notify'],
  ['says?|saying', 'report, show or text'],
];
/** A sentence of the product that contains one of the words. */
const ALLOWED = 'will be told that you take over';

function replacedWordsIn(text: string): readonly string[] {
  return REPLACED.flatMap(([words, term]) => {
    const found = new RegExp(`\\b(?:${words})\\b`, 'u').exec(text.replaceAll(ALLOWED, ''));
    return found === null ? [] : [`${found[0]}: write ${term}`];
  });
}

/** The words of an identifier: `set`, `Told` of `setTold`, `ALL`, `TELL` of `ALL_TELL`. */
const partsOf = (identifier: string) => identifier.split(/[_$]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/u);

/** Identifiers of several words of which one is home-made. */
function replacedNamesIn(text: string): readonly string[] {
  const names = new Set((text.match(/[A-Za-z_$][\w$]*/gu) ?? []).filter((name) => partsOf(name).length > 1));
  return [...names].flatMap((name) =>
    REPLACED_IN_NAMES.flatMap(([words, term]) => {
      const isHomeMade = new RegExp(`^(?:${words})$`, 'iu');
      return partsOf(name).some((part) => isHomeMade.test(part)) ? [`${name}: write ${term}`] : [];
    }),
  );
}

it('[WORDS1] sources and tests use the standard terms, also as a part of a name', () => {
  const files = [...sources(...TOP_FOLDERS), ...globSync('*.ts', { cwd: root })].filter((file) => file !== 'tests/spec/source.test.ts');
  expect(files.length).toBeGreaterThan(1_000);
  const found = (file: string) => [...replacedWordsIn(read(file)), ...replacedNamesIn(read(file))];
  expect(files.flatMap((file) => found(file).map((word) => `${file}: ${word}`))).toEqual([]);
});

it.each([
  ['const said = 1;', 1],
  ['/** What the device told. */', 1],
  ['const unsaid = 1; // aforesaid', 0],
  [`'Bert ${ALLOWED}'`, 0],
])('[WORDS1] finds the replaced words in %j', (text, count) => {
  expect(replacedWordsIn(text)).toHaveLength(count);
});

it.each([
  ['const [revealed, setTold] = useState(null);', 1],
  ['const ALL_TELL = 100; saysWhen(anyNews);', 3],
  ['const hearing = foretold + essay; tell(said);', 0],
])('[WORDS1] finds the names with a replaced word in %j', (text, count) => {
  expect(replacedNamesIn(text)).toHaveLength(count);
});

// Scrolling returns a promise in newer browsers, and React calls what an effect returns as its cleanup.
const RETURNING_EFFECT = /use(?:Layout)?Effect\(\(\) => [^{(][^\n]*\.(?:scroll\w*|focus|blur|click|play|pause|animate)\(/;

it('[EFFECT1] no effect returns the result of a call of the page', () => {
  expect(sources('src').filter((file) => RETURNING_EFFECT.test(read(file)))).toEqual([]);
  expect(RETURNING_EFFECT.test('useEffect(() => one?.scrollIntoView(), [])')).toBe(true);
  expect(RETURNING_EFFECT.test('useEffect(() => { one.focus(); }, [])')).toBe(false);
});

/** Files of the console that import code on demand which is not a view: a failure of it is handled where it is used. */
const LOADS_NO_VIEW = new Set([
  'src/app/main.tsx',
  'src/app/boot.tsx',
  'src/app/openApp.tsx',
  'src/app/recorder/openFlightRecorder.ts',
  'src/app/replay/bootReplay.ts',
  'src/app/replay/startReplay.tsx',
  'src/app/console/timelinePorts.ts',

  'past/account/loadNames.ts',
  'src/hooks/useRoomDownload.ts',
  'src/hooks/useRoomRecord.ts',
  'src/timeline/MomentButtons.tsx',
  'src/timeline/moment/useServerInstant.ts',
  'src/timeline/SaveButtons.tsx',
  'src/timeline/compare/SaveSpan.tsx',
  'src/edge/livePorts.ts',
  'src/edge/oidcClient.ts',
  'src/edge/preloadHelper.ts',
]);

/** A view that is loaded in another way than by `loadable`, of which `screen` of the routes is one. */
const loadsOtherwise = (text: string) =>
  /\b(?:lazy|Suspense)\b[^\n]*from 'react'/.test(text) ||
  /\bimport\(/.test(text.replaceAll(/\b(?:loadable(?:<[^(]*>)?|screen)\(\s*async \(\) => \(await import\(/g, ''));

it('[LAZY3] a view is loaded on demand in one way only', () => {
  const views = sources('src').filter((file) => !LOADS_NO_VIEW.has(file));
  expect(views.filter((file) => loadsOtherwise(read(file)))).toEqual([]);
});

it.each([
  ["import { lazy } from 'react';", true],
  ["import { Suspense } from 'react';", true],
  ["const X = load(async () => (await import('./X.tsx')).X);", true],
  ["const X = loadable(async () => (await import('./X.tsx')).X, { waiting: null });", false],
  ["import type { X } from './X.tsx';", false],
])('[LAZY3] finds in %j whether a view is loaded in another way', (text, expected) => {
  expect(loadsOtherwise(text)).toBe(expected);
});

/** A literal that is the address of a screen, with or without a query. */
const ADDRESS = new RegExp(`(?<!['"\`])['"\`](?:${screenPaths.join('|')})(?:[?#][^'"\`]*)?['"\`]`);
/** Whether a line checks a literal path by its type. */
const isTyped = (line: string) => /screenAddress\(|ScreenPath|\b(?:href|path): '/.test(line);
/** Whether a source writes an address by itself, which compiles also when no screen has it. */
const writesAddress = (text: string) => text.split('\n').some((line) => !isTyped(line) && ADDRESS.test(line));
/** The table of paths, and a table whose rows are typed by their use. */
const LISTS_PATHS = new Set(['domain/addresses.ts', 'src/screens/device/FormerDevice.tsx']);

it('[ADDRESS1] the address of a screen is made in one way, by its path', () => {
  const writing = sources('domain', 'state', 'past', 'src').filter((file) => !LISTS_PATHS.has(file) && writesAddress(read(file)));
  expect(writing).toEqual([]);
});

it.each([
  ['<Link to="/maps/maps">', true],
  ['to={`/incidents/per_map?map_id=${id}`}', true],
  ["navigate('/management/overview')", true],
  ["navigate(screenAddress('/management/overview'))", false],
  ["path: '/fleet/state',", false],
  ["import { PlacesMap } from './maps/maps';", false],
  ["app.get('/maps/maps.geojson')", false],
])('[ADDRESS1] finds in %j whether an address is written by hand', (text, expected) => {
  expect(writesAddress(text)).toBe(expected);
});

/** Whether a source replaces the query of an address, which also has parameters of others. */
function replacesQuery(text: string): boolean {
  const [, setter] = /(\w+)\] = useSearchParams\(\)/.exec(text) ?? [];
  const isSet =
    setter !== undefined && new RegExp(`\\b${setter}\\(\\s*(?:[[{'"\`]|new URLSearchParams\\([^\\w.]|createSearchParams)`).test(text);
  return isSet || /(?:\bnavigate\(|\bto=\{?)['"`]\?/.test(text);
}

it('[VIEW10] no view replaces the whole query of the address', () => {
  expect(sources('src').filter((file) => replacesQuery(read(file)))).toEqual([]);
});

const SETS = 'const [search, setSearch] = useSearchParams();';
it.each([
  [`${SETS} setSearch({ tab: next })`, true],
  [`${SETS} setSearch('')`, true],
  [`${SETS} setSearch([['tab', next]])`, true],
  [`${SETS} setSearch(new URLSearchParams())`, true],
  [`${SETS} setSearch(new URLSearchParams({ tab: next }))`, true],
  [`${SETS} setSearch(createSearchParams({ tab: next }))`, true],
  ['const [, setOther] = useSearchParams(); setOther({ tab: next })', true],
  ['navigate(`?tab=${next}`)', true],
  ['<Link to="?tab=a">', true],
  [`${SETS} setSearch((known) => ({ ...Object.fromEntries(known), tab: next }))`, false],
  [`${SETS} setSearch(new URLSearchParams(known))`, false],
  ["const [search, setSearch] = useState(''); setSearch('')", false],
])('[VIEW10] finds in %j whether the query is replaced', (text, expected) => {
  expect(replacesQuery(text)).toBe(expected);
});

it('[ORIGIN1] no request of the console but the check of the login method leaves out what a gateway before its own server asks for', () => {
  const omitting = sources('src', 'past', 'streams').flatMap((file) => read(file).match(/credentials: .*'omit'/g) ?? []);
  expect(omitting).toEqual(["credentials: withToken ? 'include' : 'omit'"]);
});

/** Whether a view saves the answer of a call in another way than `useDownload`, or does not show how far that is. */
function savesOtherwise(text: string): boolean {
  const isHook = /\buseDownload\(/.test(text) && !/export function useDownload\b/.test(text);
  return (
    /\.saveFile\(\{|\bfetch\(|\bXMLHttpRequest\b|<a[^>]*\sdownload\b|window\.open\(/.test(text) ||
    (isHook && !/\bDownloadProgress\b|\bDownloadIcon\b/.test(text))
  );
}
/** Hands its state to a view that shows the progress. */
const SHOWN_ELSEWHERE = new Set(['src/screens/incidents/export/useExport.ts']);

it('[FILE7] every download of a view goes through one hook, and shows how far it is', () => {
  const views = sources('src/screens', 'src/widgets', 'src/ui', 'src/map', 'src/hooks', 'src/timeline').filter(
    (file) => !SHOWN_ELSEWHERE.has(file),
  );
  expect(views.filter((file) => savesOtherwise(read(file)))).toEqual([]);
  expect(read('src/screens/incidents/export/SummarySection.tsx')).toContain('<DownloadProgress');
  expect(read('src/widgets/DownloadIcon.tsx')).toContain('progressText(');
});

it.each([
  ['const file = useDownload(getFile);', true],
  ['const file = useDownload(getFile); <DownloadProgress of={file} what="x" />', false],
  ['const { download, ...state } = useDownload(getFile); <DownloadIcon {...state} />', false],
  ['await fetch(address)', true],
  ['<a href={address} download>', true],
  ['<a href={address}>', false],
])('[FILE7] finds in %j whether a download is another', (text, expected) => {
  expect(savesOtherwise(text)).toBe(expected);
});

/** Whether a source formats instants by itself, in a zone and an order of its own. */
const formatsInstants = (text: string) =>
  /\bIntl\.DateTimeFormat\b|\.toLocale(?:Date|Time)?String\(|\.to(?:Date|Time|UTC)String\(/.test(text);

it('[CLOCKS1] instants are formatted in one place, in one zone and one order', () => {
  const others = sources('contract', 'domain', 'streams', 'state', 'past', 'src', 'server').filter(
    (file) => !file.startsWith('domain/text/'),
  );
  expect(others.filter((file) => formatsInstants(read(file)))).toEqual([]);
});

it.each([
  ['new Intl.DateTimeFormat()', true],
  ['date.toLocaleString()', true],
  ['date.toLocaleDateString()', true],
  ['word.toLocaleLowerCase()', false],
  ['new Date(at).toISOString()', false],
])('[CLOCKS1] finds in %j whether instants are formatted', (text, expected) => {
  expect(formatsInstants(text)).toBe(expected);
});

/** Nouns that are counted. */
const COUNTED =
  'blocks?|devices?|errors?|events?|files?|greenhouses?|incidents?|items?|lanes?|layers?|lines?|locations?|log lines|notes|organisations|rows|tables|texts|users|values|versions';
const COUNT_AND_NOUN = new RegExp(String.raw`\$\{(?!(?:String\()?[A-Z]+_)[^{}]*\} (?:${COUNTED.replaceAll('?', '')})\b`);
/** Whether a line writes a number before a plural, and not by `countText`, nor beside the words for one. */
const countsInPlural = (line: string) => COUNT_AND_NOUN.test(line) && !/=== 1\b/.test(line);
/** Begins the specification's text for too many, whose number is never one. */
const NEVER_ONE = 'You have already selected';

it('[LABEL2] a number before a noun is written by one function, or beside the words for one', () => {
  const lines = sources('domain', 'state', 'past', 'src', 'server', 'session').flatMap((file) =>
    read(file)
      .split('\n')
      .map((line) => ({ file, line })),
  );
  expect(
    lines.filter(({ line }) => countsInPlural(line) && !line.includes(NEVER_ONE)).map(({ file, line }) => `${file}: ${line.trim()}`),
  ).toEqual([]);
});

it.each([
  ['`${lines.length} log lines`', true],
  ['`${String(houses)} greenhouses`', true],
  ["count === 1 ? '1 device' : `${count} devices`", false],
  ["countText(count, 'device')", false],
  ['`at most ${PUSH_MAX} devices`', false],
])('[LABEL2] finds in %j whether a number stands before a plural', (line, expected) => {
  expect(countsInPlural(line)).toBe(expected);
});

/** Files that round by themselves: the rules of numbers, copied tables, and two texts of a number below 100. */
const ROUNDING = ['domain/text/numbers.ts', 'domain/commands/commandText.ts', 'domain/incidents/lifeCycle.ts', 'src/ui/table/tableText.ts'];

it('[COUNT2] a number that people read is rounded and grouped by one function', () => {
  const found = sources('domain', 'src').filter((file) => read(file).includes('.toFixed('));
  expect(found.toSorted()).toEqual(ROUNDING.toSorted());
});

it('[DATE1] no field of the browser shows a date in the order of its own language', () => {
  expect(sources('src').filter((file) => /type=["'](?:date|datetime-local|month|week|time)["']/.test(read(file)))).toEqual([]);
});

/** Whether a test depends on how fast its machine is: it sleeps, measures how long something took, or has a rate refilled by the machine's clock. */
const dependsOnSpeed = (text: string) =>
  /\bwaitForTimeout\(|\bsetTimeout as \w+|(?<![.\w])setTimeout\(/.test(text) ||
  // A length of time, and not an instant some time ago, whose subtrahend is a constant or a product.
  /\b(?:performance|Date)\.now\(\) - [a-z]\w*(?! ?\*)\b(?! \*)/.test(text) ||
  /expect\([^\n]*(?:Date|performance)\.now\(\)[^\n]*\.to(?:Be(?:Less|Greater)Than|BeCloseTo)/.test(text) ||
  /\.toBe(?:Less|Greater)Than\w*\([^\n]*(?:Date|performance)\.now\(\)/.test(text) ||
  (/\bperSecond: [\d.]|\bburst: \d/.test(text) && /(?:=> |: )Date\.now\b/.test(text));

/** The trials of several servers and of other browsers, which print how long they took; and the ceiling of all waiting. */
const MEASURES = /^tests\/(?:cluster|smoke)\/|^tests\/support\/until\.ts$/;

it('[SPEED1] no test sleeps, measures time, or has a rate by the clock of its machine', () => {
  const tests = sources('tests').filter((file) => !MEASURES.test(file) && file !== 'tests/spec/source.test.ts');
  expect(tests.length).toBeGreaterThan(300);
  expect(tests.filter((file) => dependsOnSpeed(read(file)))).toEqual([]);
});

it.each([
  ['await page.waitForTimeout(500);', true],
  ["import { setTimeout as sleep } from 'node:timers/promises';", true],
  ['await new Promise((resolve) => setTimeout(resolve, 50));', true],
  ['const tookMs = performance.now() - began;', true],
  ['expect(Math.abs(at - Date.now())).toBeLessThan(60_000);', true],
  ['expect(at).toBeGreaterThan(Date.now());', true],
  ['open({ now: () => Date.now(), rate: { perSecond: 200, burst: 20 } });', true],
  ['open({ now: () => clock.now, rate: { perSecond: 200, burst: 20 } });', false],
  ['const at = new Date(Date.now() - 30_000);', false],
  ['const ago = (minutes: number) => Date.now() - minutes * 60_000;', false],
  ['const moved = Date.now() - MOVED_AGO_MS;', false],
  ["import { setImmediate as tick } from 'node:timers/promises';", false],
  ['page.setDefaultTimeout(PATIENCE_MS); locator.setTimeout(PATIENCE_MS);', false],
])('[SPEED1] finds in %j whether a test depends on the speed of its machine', (text, expected) => {
  expect(dependsOnSpeed(text)).toBe(expected);
});

/** Whether a source compares what a person typed by case alone: accents, and how they are composed, would make two texts of one. */
const comparesByCase = (text: string) =>
  /\.to(?:Locale)?(?:Lower|Upper)Case\(\)\s*(?:\.(?:includes|startsWith|endsWith|indexOf)\(|[=!]==?\s*\w*(?:wanted|typed|search|text)\b)|\.(?:includes|indexOf)\([^()]*(?:\([^()]*\))?[^()]*\.to(?:Lower|Upper)Case\(\)|(?:wanted|typed|search)\w*\b[^\n;]*\.toLowerCase\(\)|toLowerCase\(\) === \w+\.toLowerCase|localeCompare\([^\n]*sensitivity/.test(
    text,
  );
/** Comparisons that are not of names: the end of a file's name, an address, and the two functions themselves. */
const COMPARES = new Set([
  'domain/text/foundIn.ts',
  'src/ui/foundIn.ts',
  'src/screens/maps/upload/useMapFile.ts',
  'src/app/console/useSignIn.ts',
  'domain/devices/deviceList.ts',
]);

it('[FIND1] names are searched and compared by one function', () => {
  expect(sources('domain', 'state', 'past', 'src', 'streams').filter((file) => !COMPARES.has(file) && comparesByCase(read(file)))).toEqual(
    [],
  );
});

it.each([
  ["name\n  .toLowerCase()\n  .includes((held[id] ?? '').toLowerCase())", true],
  ['const wanted = text.trim().toLowerCase();', true],
  ['known.toLowerCase() === wanted', true],
  ['one.toLowerCase() === other.toLowerCase()', true],
  ['names.includes(name.toLowerCase())', true],
  ["event.key.toLowerCase() === 't'", false],
  ['foundIn(name, wanted)', false],
])('[FIND1] finds in %j whether names are compared by case alone', (text, expected) => {
  expect(comparesByCase(text)).toBe(expected);
});

const INSERTS = /insertInto\(\s*'(\w+)'|insert into (\w+)/g;

it('[SEED1] rows of a table are inserted in one place, which the seed of the demo uses too', () => {
  const places = new Map<string, Set<string>>();
  for (const file of sources('server'))
    for (const [, built, written] of read(file).matchAll(INSERTS)) {
      const table = built ?? written ?? '';
      places.set(table, (places.get(table) ?? new Set()).add(file));
    }
  expect(places.size).toBeGreaterThan(30);
  const seeds = [...places].filter(([, files]) => [...files].some((file) => /seed/i.test(file)));
  expect(seeds.map(([table, files]) => `${table}: ${[...files].join(', ')}`)).toEqual([]);
});
