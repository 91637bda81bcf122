import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Server tests that mostly wait: started first, they wait while browser tests compute. */
const WAITING = ['server/killed', 'server/start'];
/** The longest files of their projects, longest first: started late, one of them would run alone in the end. */
const LONG = [
  'app/anyAnswer',
  'browser/a11y',
  'browser/anyServer',
  'browser/everyRoute',
  'browser/timeline',
  'browser/faults',
  'browser/replay',
  'browser/notes',
  'browser/killedRecorder',
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
  'server/lifecycle',
  'contract/visibility',
  'server/sockets',
];

const rankIn = (list: readonly string[], { moduleId }: TestSpecification): number => {
  const rank = list.findIndex((name) => moduleId.includes(`/tests/${name}.`));
  return rank === -1 ? list.length : rank;
};

/**
 * Orders test files so that no long one is left for the end. Files of one project follow each other, because the next file of the same project is
 * run by the same process.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = await super.sort(files);
    const projects = [...new Set(byProject.map(({ project }) => project.name))];
    const keysOf = (file: TestSpecification) => [
      file.project.config.sequence.groupOrder,
      rankIn(WAITING, file),
      projects.indexOf(file.project.name),
      rankIn(LONG, file),
    ];
    const difference = (left: readonly number[], right: readonly number[]) =>
      left.map((key, index) => key - (right[index] ?? 0)).find((by) => by !== 0) ?? 0;
    return byProject.toSorted((left, right) => difference(keysOf(left), keysOf(right)));
  }
}
