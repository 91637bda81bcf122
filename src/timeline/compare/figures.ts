/** Counts events between two moments (errors, commands and others), with the last one of each. */

import type { MarkKind, RecordedMark } from '#streams/recording/timeline';
import { movedCount, type ComparedSite } from './comparedSites.ts';
import type { ComparedMoments } from './useComparedMoments.ts';

/** The number of occurrences of an event, and the last one; null if it has not occurred. */
export interface Occurrences {
  readonly count: number;
  readonly last: RecordedMark | null;
}

/** The events between two moments, in numbers. */
export interface Figures {
  /** Devices with a known place at B: how many, and how many of them moved since A. */
  readonly placed: number;
  readonly moved: number;
  /** Devices that went into error. */
  readonly errors: Occurrences;
  /** Commands that were sent. */
  readonly commands: Occurrences;
}

/**
 * Returns the numbers for the time between two moments, in either order; `sites` are the maps at B; errors and commands are the marks of the
 * timeline.
 */
export function figuresOf({ from, to }: ComparedMoments, sites: readonly ComparedSite[], marks: readonly RecordedMark[]): Figures {
  const [begin, end] = [Math.min(from.at, to.at), Math.max(from.at, to.at)];
  const happened = (kind: MarkKind): Occurrences => {
    const found = marks.filter((mark) => mark.kind === kind && mark.at > begin && mark.at <= end);
    return { count: found.length, last: found.toSorted((one, other) => other.at - one.at)[0] ?? null };
  };
  return {
    placed: sites.reduce((sum, { devices }) => sum + devices.length, 0),
    moved: sites.reduce((sum, site) => sum + movedCount(site, from), 0),
    errors: happened('error'),
    commands: happened('command'),
  };
}
