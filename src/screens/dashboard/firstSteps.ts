import type { ScreenPath } from '#domain/addresses';

/** The counts of an installation's lists; undefined while a list is unknown. */
export interface Installation {
  readonly organisations: number | undefined;
  readonly locations: number | undefined;
  readonly greenhouses: number | undefined;
  readonly maps: number | undefined;
  readonly devices: number | undefined;
  readonly deployments: number | undefined;
  readonly reporting: number | undefined;
  readonly treatments: number | undefined;
}

/** One step from an empty installation to the first treatment. */
interface Step {
  readonly of: keyof Installation;
  readonly title: string;
  readonly text: string;
  /** The page of the step, and the text of the link. */
  readonly href: ScreenPath;
  readonly link: string;
  /** The preceding steps that it requires, by their `of`. */
  readonly needs: readonly (keyof Installation)[];
}

const steps: readonly Step[] = [
  {
    of: 'organisations',
    title: 'Organisation and its people',
    text: 'Who the robots work for.',
    href: '/maps/organisations',
    link: 'Organisations',
    needs: [],
  },
  {
    of: 'locations',
    title: 'Location',
    text: 'Where it is, with its timezone.',
    href: '/maps/locations',
    link: 'Locations',
    needs: ['organisations'],
  },
  {
    of: 'greenhouses',
    title: 'Greenhouse',
    text: 'A building there. Its plan belongs to it.',
    href: '/maps/greenhouses',
    link: 'Greenhouses',
    needs: ['locations'],
  },
  {
    of: 'maps',
    title: 'Map',
    text: 'Its plan as a zip: lanes, gutters and walkways.',
    href: '/maps/maps',
    link: 'Maps',
    needs: ['greenhouses'],
  },
  { of: 'devices', title: 'Device', text: 'A robot: serial, type and name.', href: '/management/add', link: 'Add Device', needs: [] },
  {
    of: 'deployments',
    title: 'Deployment and access token',
    text: 'The robot works at a location, and signs in with its token.',
    href: '/management/overview',
    link: 'Device Overview',
    needs: ['locations', 'devices'],
  },
  {
    of: 'reporting',
    title: 'Robot connects',
    text: 'Seen here within 2 s of its first message.',
    href: '/fleet/state',
    link: 'State Overview',
    needs: ['deployments'],
  },
  {
    of: 'treatments',
    title: 'First treatment',
    text: 'The robot drives its lanes, you follow each one.',
    href: '/treatments/all',
    link: 'All Treatments',
    needs: ['maps', 'reporting'],
  },
];

/** The progress of a step: done, the next one, possible at any time, or waiting for others. */
export type StepProgress = { readonly state: 'done' | 'now' | 'later' } | { readonly state: 'needs'; readonly numbers: readonly number[] };

/** A step with its number, from 1. */
export type FirstStep = Step & StepProgress & { readonly number: number };

/** Returns the first steps of an installation with their progress; null while a list is unknown. Source: EMPTY1. */
export function firstSteps(installation: Installation): readonly FirstStep[] | null {
  if (Object.values(installation).some((count) => count === undefined)) return null;
  const isDone = (of: keyof Installation) => (installation[of] ?? 0) > 0;
  const missing = (step: Step) => step.needs.filter((need) => !isDone(need));
  const next = steps.find((step) => !isDone(step.of) && missing(step).length === 0);
  return steps.map((step, index) => {
    const numbered = { ...step, number: index + 1 };
    if (isDone(step.of)) return { ...numbered, state: 'done' };
    const numbers = missing(step).map((need) => steps.findIndex(({ of }) => of === need) + 1);
    if (numbers.length > 0) return { ...numbered, state: 'needs', numbers };
    return { ...numbered, state: step === next ? 'now' : 'later' };
  });
}
