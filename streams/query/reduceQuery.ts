import type { Call } from '#contract/call';
import { alertText } from '#domain/text/alertText';
import type { Attempt } from './requestOnce.ts';
import type { RequestFailure, EventPayload } from '../event.ts';
import { responseMapperOf } from './responseMappers.ts';
import type { ListedDevices } from '../stamp.ts';

/**
 * A transition of one query: a request started, `bytes` of a file's `total` arrived (null if the length is unknown), the request settled, the person cancelled
 * it, or the memory is reset because the person signed out.
 */
export type QueryTransition =
  | { readonly kind: 'started' }
  | { readonly kind: 'progressed'; readonly bytes: number; readonly total: number | null }
  | { readonly kind: 'settled'; readonly attempt: Attempt }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'reset' };

/** The memory of one query: the body of the last response and the number of its request, and the events of the last transition. */
export interface QueryMemory {
  readonly text: string | null;
  readonly order: number;
  /** The device list of the newest response, for a call that lists every device; undefined for every other call. */
  readonly presence?: ListedDevices;
  readonly events: readonly EventPayload[];
}

/** The memory before any response. */
export const initialQueryMemory: QueryMemory = { text: null, order: 0, events: [] };

/** Returns whether views show a response of the call until the next one. */
const isKept = ({ method, hasSideEffects, secret, file }: Call): boolean => method === 'GET' && !hasSideEffects && !secret && !file;

type Succeeded = Extract<Attempt, { ok: true }>;

function serialsIn(events: readonly EventPayload[]): ReadonlySet<string> {
  const serials = new Set<string>();
  for (const event of events) if ('serial' in event) serials.add(event.serial);
  return serials;
}

function reduceSuccess(
  memory: QueryMemory,
  call: Call,
  key: string,
  { answer, deviceEvents, text, unread, requestedAt }: Succeeded,
): QueryMemory {
  const about = { key, call: call.name, ...(unread === 0 ? {} : { unread }) };
  const unchanged: EventPayload = { kind: 'request.unchanged', ...about };
  // Only the requesting view receives a secret, and a file is saved or shown by a view, so the log records only that the response arrived.
  if (call.secret || call.file) return { ...initialQueryMemory, events: [unchanged] };
  if (text !== null && memory.text === text) {
    // The listed devices are unchanged, but a push may have added other devices since.
    const { presence } = memory;
    return {
      text,
      order: memory.order,
      events: [unchanged],
      ...(presence === undefined ? {} : { presence: { ...presence, requestedAt } }),
    };
  }
  const row = responseMapperOf(call);
  const succeeded: EventPayload = row.keepsAnswer ? { kind: 'request.succeeded', ...about, answer } : unchanged;
  return {
    text,
    order: memory.order,
    events: [...deviceEvents, succeeded],
    ...(row.listsAllDevices ? { presence: { serials: serialsIn(deviceEvents), requestedAt } } : {}),
  };
}

function sessionRejected(call: Call, { failure }: Extract<Attempt, { ok: false }>): readonly EventPayload[] {
  return failure.status === 401 && call.access !== 'none' ? [{ kind: 'session.rejected', message: failure.message }] : [];
}

// A failed download raises an alert, because it is not visible anywhere else on the screen.
function downloadAlert(failure: RequestFailure): readonly EventPayload[] {
  const text = failure.status === 401 ? null : alertText(failure);
  return text === null ? [] : [{ kind: 'alert.raised', tone: 'warning', text }];
}

/**
 * Returns the memory and the events after a transition of a query; a response becomes `request.succeeded`, `request.unchanged` or `request.failed`. A response
 * equal to the last one is `request.unchanged`, without body and device events. A response to a request earlier than the last answered one is dropped. Source:
 * QUERY6.
 */
export function reduceQuery(memory: QueryMemory, call: Call, key: string, transition: QueryTransition): QueryMemory {
  if (transition.kind === 'reset') return initialQueryMemory;
  if (transition.kind === 'started') return { ...memory, events: [{ kind: 'request.started', key, call: call.name }] };
  if (transition.kind === 'progressed') {
    const { bytes, total } = transition;
    return { ...memory, events: [{ kind: 'request.progressed', key, call: call.name, bytes, total }] };
  }
  if (transition.kind === 'cancelled') return { ...memory, events: [{ kind: 'request.cancelled', key, call: call.name }] };
  const { attempt } = transition;
  const offsetMeasured: readonly EventPayload[] =
    attempt.offsetMs === null ? [] : [{ kind: 'clock.offsetMeasured', offsetMs: attempt.offsetMs }];
  if (attempt.ok) {
    const { order = memory.order } = attempt;
    // A response to an earlier request may not contain a change that the response to the later request shows.
    if (order < memory.order && isKept(call)) return { ...memory, events: offsetMeasured };
    const next = reduceSuccess(memory, call, key, attempt);
    return { ...next, order: Math.max(order, memory.order), events: [...offsetMeasured, ...next.events] };
  }
  const { failure, order = memory.order } = attempt;
  if (order < memory.order && isKept(call)) return { ...memory, events: [...offsetMeasured, ...sessionRejected(call, attempt)] };
  const failed: EventPayload = { kind: 'request.failed', key, call: call.name, failure };
  return {
    ...memory,
    events: [...offsetMeasured, failed, ...sessionRejected(call, attempt), ...(call.file && !call.shown ? downloadAlert(failure) : [])],
  };
}
