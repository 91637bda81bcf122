import { fleetLog } from '#streams/log/fleetLog';
import type { EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { stamp, type SourcedEvents } from '#streams/stamp';
import { describe, it } from 'vitest';
import { fakePorts } from '../support/fakePorts.ts';
import { marbles } from '../support/marbles.ts';
import { map, NEVER } from 'rxjs';

describe('the log', () => {
  it(
    '[LOG1] counts without gaps and never goes back, though the clock is set back',
    marbles(({ hot, expectObservable, expectSubscriptions, clock }) => {
      const arrival: SourcedEvents = { source: 'log', events: [{ kind: 'clock.ticked' }, { kind: 'page.hidden' }] };
      const source = hot('--a--a--a', { a: arrival });
      const setBack = { now: () => (clock.frame === 5 ? 1 : clock.frame), schedule: clock.schedule.bind(clock) };
      const seen = source.pipe(
        stamp(setBack),
        map((events) => events.map(({ seq, at }) => [seq, at])),
      );
      expectObservable(seen, '----------!').toBe('--a--b--c', {
        a: [
          [0, 2],
          [1, 2],
        ],
        b: [
          [2, 2],
          [3, 2],
        ],
        c: [
          [4, 8],
          [5, 8],
        ],
      });
      expectSubscriptions(source.subscriptions).toBe('^---------!');
    }),
  );

  it(
    '[LOG6] a session, a socket and intents that break leave a gap, and the log goes on',
    marbles(({ cold, expectObservable, expectSubscriptions, clock }) => {
      const session$ = cold<EventPayload>('--#');
      const intents$ = cold<Intent>('---#');
      const ports = fakePorts(clock, { openSocket: () => NEVER });
      const log$ = fleetLog(ports, intents$, {
        websocket_address: '',
        session$,
        onSecret: () => undefined,
      });
      const kinds = log$.pipe(map((events) => events.map((event) => (event.kind === 'log.gap' ? event.reason : event.kind))));
      expectObservable(kinds, '2500ms !').toBe('--g 997ms t 999ms t', { g: ['session broke'], t: ['clock.ticked'] });
      expectSubscriptions(session$.subscriptions).toBe('^-!');
      expectSubscriptions(intents$.subscriptions).toBe('^--!');
    }),
  );
});
