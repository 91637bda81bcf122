/**
 * The server's history: the index of a span, its blocks in the format of recordings, and the episodes that deserve attention with their reviews. Also activity,
 * battery and speed of devices, the devices in a region of a map, and availability.
 */

import { call } from './call.ts';
import { hasOlder, instant, optionalInstant, utcInstant, writtenNumber, z } from './schema.ts';

/** Maximum span of an index or a list of episodes, in days: a month of 31 days with an additional hour. */
export const MAX_HISTORY_DAYS = 32;
/** Maximum span of a series, in days: a year and a month. */
export const MAX_SERIES_DAYS = 400;
/** The steps of an index of a longer span, in seconds: an hour or a day. Announced as `history_steps`. */
export const overviewSteps = [3_600, 86_400] as const;
/** Maximum number of steps of an index of a longer span: 16 days by the hour, more than a year by the day. */
export const MAX_OVERVIEW_STEPS = 400;
/** Maximum span in which a region of a map is searched, in days. */
export const MAX_REGION_DAYS = 7;
/** Maximum span of a block, in ms. */
export const MAX_BLOCK_MS = 3_600_000;

/** The kinds of marks of the history. */
export const historyMarkKind = z.enum([
  'error',
  'command',
  'control',
  'configuration',
  'incident',
  'offline',
  'treatment',
  'event',
  'late',
]);
/** A kind of mark of the history. */
export type HistoryMarkKind = z.infer<typeof historyMarkKind>;

/** An occurrence at a device, either at an instant or during a period; `to` is null while the period continues. */
export const historyMark = z.object({
  /** One of `historyMarkKind`; a mark of an unknown kind is shown with its text. */
  kind: z.string(),
  at: instant,
  to: optionalInstant,
  serial: z.string(),
  text: z.string(),
  /** The code of an error. */
  code: z.nullish(z.string()),
  /** The id of an incident or a treatment. */
  id: z.nullish(z.string()),
  /** The number of marks that this one represents, in an index by the hour or the day. */
  count: z.nullish(z.int()),
});

const span = { from: utcInstant, to: utcInstant };
const isOverviewStep = (seconds: number): boolean => overviewSteps.some((step) => step === seconds);
/** Limits a response to one device. */
const onlySerial = z.optional(z.string().check(z.minLength(1), z.maxLength(200)));

/**
 * Returns the index of the part of a span that the caller may see: the start of the visible history (of that device, with a `serial`), the blocks that can be
 * requested, the number of reporting devices per step of `density_seconds`, and the marks, oldest first. `unreadable` names stored files that cannot be read.
 * With a `serial`: only the marks and the density of that device, with the events that it reported if the span is at most a day, and no blocks, because a block
 * contains all devices. With `step_seconds` (one of `overviewSteps`): the density in at most `MAX_OVERVIEW_STEPS` such steps, without blocks; only notable
 * marks, with the marks of one kind in one step merged and their number in `count`; no silences if the step is a day. Fails: 400 for an empty span, one longer
 * than `MAX_HISTORY_DAYS` or than its steps allow, and for any other step; 404 for a device that the caller cannot see.
 */
export const getHistoryIndex = call({
  method: 'GET',
  path: 'history/index',
  summary: 'What the history of a span holds.',
  query: z.object({ ...span, serial: onlySerial, step_seconds: z.optional(writtenNumber(z.refine(isOverviewStep))) }),
  answer: z.object({
    held_from: optionalInstant,
    blocks: z.array(z.object({ from: instant, to: instant })),
    density_seconds: z.number().check(z.positive()),
    density: z.array(z.object({ from: instant, devices: z.int() })),
    marks: z.array(historyMark),
    has_older: hasOlder,
    unreadable: z.nullish(z.array(z.string())),
  }),
});

/**
 * Returns the log of a span as one block of a recording, without a keyframe: its first events, at `from`, contain the state of all devices before the span.
 * Each report of a device has its own time; if some reports arrived late, the first event (`history.known`) lists them with their times of arrival and the
 * values known before. Announced as `history_views`. Fails: 400 for a span that is empty or longer than `MAX_BLOCK_MS`, 413 for one with too many reports.
 */
export const getHistoryBlock = call({
  method: 'GET',
  path: 'history/{from}/{to}',
  summary: 'The log of a past span, as a block of a recording.',
  answer: z.unknown(),
  file: true,
  shown: true,
  fileName: ({ params }) => `history-${params['from'] ?? ''}.block`,
});

/** A review of an episode: the person who reviewed it, and the time. */
const review = z.object({ username: z.string(), name: z.string(), at: instant });

/** Related marks that deserve attention: an outage of several devices of a site, a recurring error code, or one mark. */
export const historyEpisode = z.object({
  id: z.string(),
  /** One of `historyMarkKind`. */
  kind: z.string(),
  at: instant,
  to: optionalInstant,
  serials: z.array(z.string()),
  location_id: z.nullish(z.string()),
  text: z.string(),
  codes: z.array(z.string()),
  /** The number of marks in the episode. */
  count: z.int(),
  /** The id of an incident or a treatment. */
  subject_id: z.nullish(z.string()),
  reviews: z.array(review),
  /** Whether the caller has reviewed the episode. */
  reviewed: z.boolean(),
});
/** An episode of the history. */
export type HistoryEpisode = z.infer<typeof historyEpisode>;

/**
 * Returns the episodes that began in a span, newest first, at most 1,000. With a `timezone` (IANA name), the response also lists the days in that zone, as
 * `2026-03-04`, for which the history holds reports that the caller may see. Fails: 400 as `getHistoryIndex`, and for an unknown zone.
 */
export const getHistoryEpisodes = call({
  method: 'GET',
  path: 'history/episodes',
  summary: 'What deserves a look in a past span.',
  query: z.object({ ...span, timezone: z.optional(z.string().check(z.maxLength(100))) }),
  answer: z.object({ result: z.array(historyEpisode), held_days: z.nullish(z.array(z.string())), has_older: hasOlder }),
});

/** Stores or removes the caller's review of an episode. Fails: 404 for an episode that the caller cannot see. */
export const postReviewEpisode = call({
  method: 'POST',
  path: 'history/review',
  summary: 'Mark an episode as reviewed.',
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(300)), reviewed: z.boolean() }),
  answer: z.object({ result: z.boolean() }),
});

/**
 * Returns the activities of devices in a span of at most 32 days, by serial: runs of equal activity in steps of a minute, or of 5, 15, 60 or 240 minutes if the
 * devices have more than 200,000 minutes in total. An error in a step counts for the whole step, otherwise the most frequent activity. Devices and times
 * without a report are missing. `activity` is one of the kinds of activities of the console; an unknown one is shown as another movement. With a `serial`, only
 * that device. Fails: 400 as `getHistoryIndex`, 404 for a device that the caller cannot see.
 */
export const getHistoryActivity = call({
  method: 'GET',
  path: 'history/activity',
  summary: 'What devices did in a past span.',
  query: z.object({ ...span, serial: onlySerial }),
  answer: z.object({
    result: z.array(z.object({ serial: z.string(), runs: z.array(z.object({ from: instant, to: instant, activity: z.string() })) })),
    unreadable: z.nullish(z.array(z.string())),
  }),
});

/** The minimum, maximum and mean of the values that a device reported in the step that starts `at`; null if it reported nothing. */
const seriesStep = z.object({ at: instant, min: z.nullable(z.number()), max: z.nullable(z.number()), avg: z.nullable(z.number()) });

/**
 * Returns the battery level (percent) and speed (m/s) of a device over a span, in steps of `step_seconds`: about `points` steps, fewer if the history holds
 * only the counted hours. Times that the caller may not read are steps without values. Fails: 400 for a span that is empty or longer than `MAX_SERIES_DAYS`,
 * 404 for a device that the caller cannot see.
 */
export const getHistorySeries = call({
  method: 'GET',
  path: 'history/series',
  summary: 'Battery and speed of a device over a past span.',
  query: z.object({
    ...span,
    serial: z.string().check(z.minLength(1), z.maxLength(200)),
    points: writtenNumber(z.int(), z.minimum(50), z.maximum(2_000)),
  }),
  answer: z.object({
    step_seconds: z.number().check(z.positive()),
    battery: z.array(seriesStep),
    speed: z.array(seriesStep),
    unreadable: z.nullish(z.array(z.string())),
  }),
});

/** Maximum coordinate of a rectangle on a map, in metres; every plan is smaller. */
export const MAX_REGION_METRES = 1_000_000;

/** A coordinate of a map, in metres. */
const metres = writtenNumber(z.minimum(-MAX_REGION_METRES), z.maximum(MAX_REGION_METRES));

/** The kinds of hits in a region: the device was there, or stood still there. */
const regionHitKind = z.enum(['visit', 'standstill']);

/**
 * A period in which a device was in a region, or stood still in it. `has_begun` and `has_ended` state whether its start and its end were observed; they are
 * false at the edge of the span, and next to a period without a position.
 */
export const regionHit = z.object({
  kind: regionHitKind,
  serial: z.string(),
  from: instant,
  to: instant,
  has_begun: z.boolean(),
  has_ended: z.boolean(),
  /** Position of a standstill, in metres on the map. */
  x: z.nullish(z.number()),
  y: z.nullish(z.number()),
});
/** A period in which a device was in a region, or stood still in it. */
export type RegionHit = z.infer<typeof regionHit>;

/**
 * Returns the times that devices spent in a rectangle of a map in a span of at most 7 days, and their standstills there of `still_seconds` or longer; newest
 * first, at most 1,000 hits. Reports name no map: a device is assumed to be on the map while it worked at the map's location, unless a treatment at that time
 * names another map, or its newest report does while it still works there. `held_from`: the start of the history, not before the times that the caller may see.
 * `unreadable` names stored files that cannot be read, and are left out. Announced as `history_region`. Fails: 400 as `getHistoryIndex`, and for a rectangle
 * without an area, 404 for a map that the caller cannot see, 413 for a span with too many reports.
 */
export const getHistoryRegion = call({
  method: 'GET',
  path: 'history/region',
  summary: 'Which devices were in a region of a map in a past span.',
  query: z.object({
    ...span,
    map_id: z.string().check(z.minLength(1), z.maxLength(200)),
    west: metres,
    south: metres,
    east: metres,
    north: metres,
    still_seconds: writtenNumber(z.int(), z.minimum(10), z.maximum(86_400)),
  }),
  answer: z.object({
    held_from: optionalInstant,
    result: z.array(regionHit),
    has_older: hasOlder,
    unreadable: z.nullish(z.array(z.string())),
  }),
});

/** The grouping of availability: one row per device, location or organisation; the first two are also split by the organisation at that time. */
export const availabilityGroup = z.enum(['device', 'location', 'organisation']);
/** The grouping of availability. */
export type AvailabilityGroup = z.infer<typeof availabilityGroup>;

const amount = z.number().check(z.minimum(0));
const count = z.int().check(z.minimum(0));

/**
 * The sums of the devices of a row while they worked for its organisation: the seconds of held history, online, treating and in error, the number of errors
 * that began and of those that ended, and the total time until they ended. `domain/history/availability.ts` computes the shown numbers from them.
 */
export const availabilityRow = z.object({
  /** Present in the row of a device. */
  serial: z.nullish(z.string()),
  /** Present in the row of a location. */
  location_id: z.nullish(z.string()),
  organisation_id: z.string(),
  /** The name of the device, location or organisation; for a device that now works for another organisation, its serial. */
  name: z.string(),
  organisation_name: z.string(),
  devices: count,
  held_seconds: amount,
  online_seconds: amount,
  treating_seconds: amount,
  error_seconds: amount,
  errors: count,
  recoveries: count,
  recovery_seconds: amount,
});
/** A row of availability. */
export type AvailabilityRow = z.infer<typeof availabilityRow>;

const availabilityQuery = z.object({ ...span, group: availabilityGroup, location_id: z.optional(z.string().check(z.maxLength(200))) });

/**
 * Returns the availability of devices in a span of at most 32 days, usually a month, by device, location or organisation, each for the organisation for which a
 * device worked at the time; optionally for one location. The counted hours (UTC) are those that begin in the span, from `counted_from` to `counted_to`: both
 * are null if the history holds none. One row per device, location or organisation with a device that was deployed in the span, sorted by name. Fails: 400 as
 * `getHistoryIndex`, 404 for a location that the caller cannot see.
 */
export const getHistoryAvailability = call({
  method: 'GET',
  path: 'history/availability',
  summary: 'How available devices were in a past span.',
  query: availabilityQuery,
  answer: z.object({
    counted_from: optionalInstant,
    counted_to: optionalInstant,
    result: z.array(availabilityRow),
    unreadable: z.nullish(z.array(z.string())),
  }),
});

/** Returns the rows of `getHistoryAvailability` as a spreadsheet, with the definition of each number below them. Fails: as that call. */
export const getHistoryAvailabilitySheet = call({
  method: 'GET',
  path: 'history/availability_sheet',
  summary: 'A spreadsheet with how available devices were in a past span.',
  query: availabilityQuery,
  answer: z.unknown(),
  file: true,
  fileName: () => 'availability.xlsx',
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const historyCalls = {
  getHistoryIndex,
  getHistoryBlock,
  getHistoryEpisodes,
  getHistoryActivity,
  getHistorySeries,
  getHistoryRegion,
  getHistoryAvailability,
  getHistoryAvailabilitySheet,
  postReviewEpisode,
} as const;
