/** The schemas of a recording file: one per kind of event, and that of a keyframe. */

import { profile } from '#contract/identity';
import { z } from '#contract/schema';
import { commands } from '#domain/commands/commandRows';
import type { KeyframeRest } from '#state/keyframe';
import type { EventKind, EventOf, Stamp } from '#streams/event';
import type { ExactSchema } from './exactSchema.ts';

/** The last instant that a `Date` can hold, ms since epoch. */
const LAST_INSTANT = 8.64e15;
/** An instant of the log, ms since epoch. */
export const instant = z.number().check(z.minimum(-LAST_INSTANT), z.maximum(LAST_INSTANT));
const index = z.int().check(z.minimum(0));
const text = z.string();

const failure = z.object({ status: z.number(), message: text });
const params = z.record(text, text);
const request = z.object({ call: text, params, query: z.record(text, z.union([text, z.number()])) });
const command = z.enum(Object.keys(commands));
/** Two numbers; the second one may be null. */
const pair = z.array(z.nullable(instant)).check(z.minLength(2), z.maxLength(2));
const tone = z.enum(['warning', 'success']);
const answerOf = { key: text, call: text };
const unread = z.optional(index);

const pastRow = z.object({ id: text, serial: text, at: instant, row: z.unknown() });

/** State reports are checked by hand: they make up nearly all events of a log. */
type CheckedKind = Exclude<EventKind, 'device.stateReported'>;

const schemas = {
  'device.dataReported': z.object({ serial: text, data_group: text, data: z.optional(z.unknown()) }),
  'device.removed': z.object({ serial: text }),
  'request.started': z.object(answerOf),
  'request.succeeded': z.object({ ...answerOf, answer: z.optional(z.unknown()), unread }),
  'request.unchanged': z.object({ ...answerOf, unread }),
  'request.progressed': z.object({ ...answerOf, bytes: index, total: z.nullable(index) }),
  'request.cancelled': z.object(answerOf),
  'request.failed': z.object({ ...answerOf, failure }),
  'socket.opened': z.object({}),
  'socket.closed': z.object({ code: z.number(), retryInMs: z.number() }),
  'frame.rejected': z.object({ reason: text, text }),
  'session.opened': z.object({ profile }),
  'session.renewed': z.object({ profile, expiresAt: instant }),
  'session.rejected': z.object({ message: text }),
  'session.closed': z.object({}),
  'history.listed': z.object({ list: text, since: z.optional(instant), rows: z.array(pastRow) }),
  'history.known': z.object({
    late: z.array(z.object({ serial: text, reports: z.array(z.tuple([instant, instant])) })),
    without: z.array(index),
    instead: z.array(z.object({ before: index, at: instant, event: z.unknown() })),
  }),
  'log.gap': z.object({ lost: z.number(), reason: text }),
  'clock.offsetMeasured': z.object({ offsetMs: z.number() }),
  'query.subscribed': z.object({ key: text, request, everyMs: z.nullable(z.number()) }),
  'query.unsubscribed': z.object({ key: text }),
  'command.requested': z.object({ commandId: text, command, request, serial: text, deviceName: text }),
  'command.sent': z.object({ commandId: text }),
  'command.rejected': z.object({ commandId: text, failure }),
  'stop.received': z.object({ commandId: text }),
  'stop.answered': z.object({ commandId: text, status: z.number(), isDone: z.boolean(), message: text }),
  'stop.dismissed': z.object({ commandId: text }),
  'stop.remembered': z.object({ commandId: text, serial: text, deviceName: text, failure, failedAt: instant }),
  'route.entered': z.object({ path: text, search: z.optional(text) }),
  'page.hidden': z.object({}),
  'page.shown': z.object({}),
  'page.offline': z.object({}),
  'page.online': z.object({}),
  'input.rejected': z.object({ field: text, reason: text }),
  'alert.raised': z.object({ tone, text }),
  'clock.ticked': z.object({}),
} satisfies Readonly<Record<CheckedKind, z.ZodMiniType>>;

type Schemas = typeof schemas;

/** The fields of each kind of event, without the event's place in the log. */
export const payloads: { readonly [Kind in CheckedKind]: ExactSchema<Schemas[Kind], Omit<EventOf<Kind>, keyof Stamp | 'kind'>> } = schemas;

const answerEntry = z.object({
  // Absent, since JSON has no undefined, before the first response and for a call whose responses become reports.
  answer: z.optional(z.unknown()),
  answeredAt: z.optional(instant),
  confirmedAt: z.optional(instant),
  requestedAt: z.optional(instant),
  isPending: z.boolean(),
  // Absent in recordings of earlier versions, when no request was cancelled, and when no byte of a file has arrived.
  isCancelled: z.optional(z.boolean()),
  progress: z.optional(z.object({ bytes: index, total: z.nullable(index) })),
  failure: z.optional(failure),
  failedAt: z.optional(instant),
  openCount: index,
});
const lastFailure = z.nullable(z.object({ at: instant, call: text, failure }));
const givenCommand = z.object({
  id: text,
  command,
  serial: text,
  params,
  phase: z.enum(['given', 'sent', 'refused']),
  givenAt: instant,
  endedAt: z.nullable(instant),
  failure: z.nullable(failure),
  // Absent in recordings of earlier versions, and when false.
  deviceName: z.optional(text),
  isReceived: z.optional(z.boolean()),
  isDismissed: z.optional(z.boolean()),
});

const slices = z.object({
  alerts: z.array(z.object({ id: index, tone, text, at: instant })),
  answers: z.record(text, answerEntry),
  clock: z.object({ tickedAt: instant, offsetMs: z.number() }),
  commands: z.array(givenCommand),
  health: z.object({
    newestAt: z.nullable(instant),
    unread: z.record(text, index),
    shown: z.object({ ageMs: z.nullable(z.number()), lastFailure, unreadCount: index }),
    fleetAt: z.optional(instant),
  }),
  page: z.object({ isOffline: z.boolean(), route: z.nullable(z.object({ path: text, search: text })) }),
  session: z.object({
    phase: z.enum(['unknown', 'open', 'refused', 'closed']),
    profile: z.nullable(profile),
    expiresAt: z.nullable(instant),
    refusedMessage: text,
  }),
});

const pushedRow = z.object({ serial: text, groups: z.record(text, z.object({ data: z.unknown(), at: instant })) });

const rest = z.object({
  slices,
  deviceData: z.array(pushedRow),
  dataSnapshot: z.optional(z.object({ count: index, replaced: z.array(z.tuple([index, pushedRow])) })),
  absent: z.array(pair),
  errors: z.optional(z.array(z.tuple([index, instant, instant]))),
  rowCount: index,
  snapshotCount: index,
  replaced: z.array(pair),
});

/** The part of a keyframe without the reports of devices: see `state/keyframe.ts`. */
export const keyframeRest: ExactSchema<typeof rest, KeyframeRest> = rest;
