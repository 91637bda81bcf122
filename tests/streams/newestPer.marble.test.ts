import { tagState } from '#contract/fleet/reportedState';
import { getMachines, getRawState } from '#contract/fleet/machine';
import type { EventPayload } from '#streams/event';
import { newestPer } from '#streams/operators/newestPer';
import type { SourcedEvents } from '#streams/stamp';
import { describe, it } from 'vitest';
import { marbles } from '../support/marbles.ts';
import { reported, vanished } from '../state/eventsOf.ts';

const from = (source: string, ...events: readonly EventPayload[]): SourcedEvents => ({ source, events });
const push = (...events: readonly EventPayload[]) => from('socket', ...events);
const machines = (...events: readonly EventPayload[]) => from(getMachines.name, ...events);
/** An answer that names every device there is: those of its reports. */
const list = (requestedAt: number, ...events: readonly EventPayload[]): SourcedEvents => ({
  ...machines(...events),
  presence: { serials: new Set(events.flatMap((item) => ('serial' in item ? [item.serial] : []))), requestedAt },
});
const report = (second: number, over = {}) => reported('LF-01', second, over);
const held = (controller: string, second: number) => ({ controller, controller_since: new Date(second * 1_000).toISOString() });
const other = reported('XE-02', 1);
const hourAhead = report(3_600);
/** A report whose time could not be read, and what it counts as at a frame. */
const timeless = report(NaN);
const asOf = (frame: number) => report(frame / 1_000);

/** A report of which nothing could be read. */
const empty = (second: number): EventPayload => ({
  kind: 'device.stateReported',
  serial: 'LF-01',
  reportedAt: second * 1_000,
  state: tagState({}),
});

describe('newestPer', () => {
  it.each([
    ['[MERGE1] a push older than a poll is dropped', { a: machines(report(3)), b: push(report(2)), c: push(report(4)) }, 'a-c', {}],
    [
      '[MERGE1] a poll older than a push is dropped, others of it stay',
      { a: push(report(3)), b: machines(report(2), other) },
      'aB',
      { B: machines(other) },
    ],
    [
      '[PUSH1] a report without a readable time counts as of now',
      { a: push(timeless), b: push(timeless) },
      'AB',
      { A: push(asOf(0)), B: push(asOf(1)) },
    ],
    ['[MERGE2] an equal report is no news', { a: push(report(3)), b: machines(report(3)), c: push(report(3)) }, 'a', {}],
    ['[MERGE2] two states of one instant are two', { a: push(report(3)), b: push(report(3, { battery_level: 1 })) }, 'ab', {}],
    [
      '[MERGE6] control that changed hands between two reports is news',
      { a: push(report(3, held('bert', 1))), b: push(report(3, held('anna', 2))), c: machines(report(3, held('anna', 2))) },
      'ab',
      {},
    ],
    [
      '[MERGE6] what was asked before it changed hands is dropped, the next report is not',
      { a: push(report(3, held('anna', 2))), b: machines(report(3, held('bert', 1)), other), c: push(report(4, held('anna', 2))) },
      'aBc',
      { B: machines(other) },
    ],
    [
      '[MERGE6] control given back is news, also where nobody says since when',
      { a: push(report(3, held('anna', 2))), b: push(report(3, { controller: null })) },
      'ab',
      {},
    ],
    [
      '[MERGE3] a device that vanished returns with an equal report',
      { a: machines(report(3)), b: list(1), c: machines(report(3)) },
      'aBc',
      { B: machines(vanished('LF-01')) },
    ],
    [
      '[MERGE3] one known by a push alone vanishes too, and once',
      { a: push(report(3), other), b: list(1, other), c: list(2, other) },
      'aB-',
      { B: machines(vanished('LF-01')) },
    ],
    [
      '[MERGE3] one that reported after the list was asked for is there',
      { a: push(report(3)), b: list(-1), c: push(report(4)) },
      'a-c',
      {},
    ],
    [
      '[MERGE3] its last state, asked for by itself, is no return',
      { a: machines(report(3)), b: list(1), c: from(getRawState.name, report(3)), d: machines(report(3)) },
      'aB-d',
      { B: machines(vanished('LF-01')) },
    ],
    [
      '[MERGE3] a device that vanished returns with its last report where an older one comes',
      { a: machines(report(3)), b: list(1), c: list(2, report(2)) },
      'aBC',
      { B: machines(vanished('LF-01')), C: machines(report(3)) },
    ],
    [
      '[MERGE7] a device of which nothing can be read is there as of now, and makes no later report old',
      { a: list(0, empty(NaN)), b: list(1, empty(NaN)), c: push(report(-1)) },
      'ABc',
      { A: machines(empty(0)), B: machines(empty(0.001)) },
    ],
    ['[MERGE7] one that pushes no state is there', { a: push(empty(1)), b: push(empty(1)), c: push(empty(0)) }, 'a--', {}],
    [
      '[MERGE7] what is known stays where nothing can be read',
      { a: push(report(3)), b: list(1, empty(NaN)), c: push(empty(9)), d: list(3, empty(9)), e: push(report(4)) },
      'a---e',
      {},
    ],
    [
      '[MERGE7] a device that vanished returns with its last report where nothing can be read',
      { a: push(report(3)), b: list(1), c: list(2, empty(NaN)), d: list(3, empty(NaN)) },
      'aBC-',
      { B: machines(vanished('LF-01')), C: machines(report(3)) },
    ],
    [
      '[MERGE7] a device that was never read returns, also with an older time',
      { a: push(empty(3)), b: list(1), c: list(2, empty(2)) },
      'aBC',
      { B: machines(vanished('LF-01')), C: machines(empty(3)) },
    ],
    [
      '[MERGE7] its last state, asked for by itself, is no return',
      { a: push(report(3)), b: list(1), c: from(getRawState.name, empty(9)), d: list(3, empty(NaN)) },
      'aB-D',
      { B: machines(vanished('LF-01')), D: machines(report(3)) },
    ],
    [
      '[MERGE5] nothing is remembered of a session that closed',
      { a: push(report(3)), b: from('session', { kind: 'session.closed' }), c: push(report(2)) },
      'abc',
      {},
    ],
    [
      '[MERGE4] a report from the future is of now and silences nothing',
      { a: push(hourAhead), b: push(hourAhead), c: push(report(1)) },
      'A-c',
      { A: push(report(0)) },
    ],
    [
      "[MERGE4] now is the server's",
      { a: from('log', { kind: 'clock.offsetMeasured', offsetMs: 3_600_000 }), b: push(hourAhead) },
      'ab',
      {},
    ],
  ])('%s', (_, incoming: Record<string, SourcedEvents>, seen, kept: Record<string, SourcedEvents>) => {
    marbles(({ hot, expectObservable, expectSubscriptions, clock }) => {
      const source = hot(Object.keys(incoming).join(''), incoming);
      expectObservable(source.pipe(newestPer(clock)), '----------!').toBe(seen, { ...incoming, ...kept });
      expectSubscriptions(source.subscriptions).toBe('^---------!');
    })();
  });
});
