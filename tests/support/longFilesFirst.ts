import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Server tests with products of their own: started first, they wait while browser tests compute. */
const FIRST = ['server/killed', 'server/start'];
/** Server tests that mostly wait, longest first. Side by side they would leave the processors idle, so they are spread among the others. */
const WAITING = [
  'server/gateways',
  'server/sockets',
  'server/controlEnds',
  'server/leases',
  'server/configuration',
  'server/commands',
  'server/lifecycle',
  'server/floods',
  'contract/commandCalls',
  'server/fullDatabase',
  'contract/deviceEvent',
  'server/broker',
  'server/logOnce',
  'server/ingest',
  'server/audit',
  'server/rollingUpgrade',
  'server/postgres',
  'server/uploadThread',
];
/** The last of them starts after this share of the others, so that none is left for the end. */
const WAITING_SHARE = 0.7;
/** The longest files of their projects, longest first: started late, one of them would run alone in the end. */
const LONG = [
  'app/anyAnswer',
  'browser/a11y',
  'browser/anyServer',
  'browser/everyRoute',
  'browser/otherRobots',
  'browser/fromNothing',
  'browser/timeline',
  'browser/history',
  'browser/layoutShift',
  'browser/faults',
  'browser/replay',
  'browser/notes',
  'browser/killedRecorder',
  'browser/compare',
  'browser/why',
  'browser/offline',
  'browser/places',
  'browser/watchIntervals',
  'browser/commands',
  'browser/tenants',
  'browser/watchSocket',
  'browser/realProviders',
  'browser/deviceDetail',
  'browser/errorCodes',
  'browser/users',
  'browser/shift',
  'browser/incidents',
  'browser/sessions',
  'browser/enrolment',
  'browser/session',
  'contract/visibility',
  'server/signInFloods',
  'contract/mapUpload',
  'contract/moved',
];

const rankIn = (list: readonly string[], { moduleId }: TestSpecification): number => {
  const rank = list.findIndex((name) => moduleId.includes(`/tests/${name}.`));
  return rank === -1 ? list.length : rank;
};

const isWaiting = (file: TestSpecification) => rankIn(WAITING, file) < WAITING.length;

/** Returns files in the order of a list, each with its place: from 0 to below the end. */
function placesUntil(
  end: number,
  files: readonly TestSpecification[],
  list: readonly string[],
): readonly (readonly [TestSpecification, number])[] {
  const ordered = files.toSorted((left, right) => rankIn(list, left) - rankIn(list, right));
  return ordered.map((file, index) => [file, (index / ordered.length) * end]);
}

/** Returns the files of a project with their places between 0 and 1. */
const placesOf = (files: readonly TestSpecification[]) => [
  ...placesUntil(
    1,
    files.filter((file) => !isWaiting(file)),
    LONG,
  ),
  ...placesUntil(WAITING_SHARE, files.filter(isWaiting), WAITING),
];

/**
 * Orders test files so that no long one is left for the end. Files of one project follow each other, because the next file of the same project is
 * run by the same process.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = await super.sort(files);
    const projects = [...new Set(byProject.map(({ project }) => project.name))];
    const places = new Map(projects.flatMap((name) => placesOf(byProject.filter(({ project }) => project.name === name))));
    const keysOf = (file: TestSpecification) => [
      file.project.config.sequence.groupOrder,
      rankIn(FIRST, file),
      projects.indexOf(file.project.name),
      places.get(file) ?? 0,
    ];
    const difference = (left: readonly number[], right: readonly number[]) =>
      left.map((key, index) => key - (right[index] ?? 0)).find((by) => by !== 0) ?? 0;
    return byProject.toSorted((left, right) => difference(keysOf(left), keysOf(right)));
  }
}
