import { getTotalMetrics } from '#contract/fleet/metrics';
import { requestOnce } from '#streams/query/requestOnce';
import { map, of, timer } from 'rxjs';
import { it } from 'vitest';
import { aReply, fakePorts } from '../support/fakePorts.ts';
import { request } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

it.each(['unreachable', 'refused'] as const)(
  '[CLOCK11] the offset is measured as a response arrives, not after a renewal that ends as %s',
  (end) => {
    marbles(({ expectObservable, clock }) => {
      const ports = fakePorts(clock, {
        answer: () => of(aReply({ status: 401, text: '{"error":"Unauthorized"}', serverAt: clock.frame + 3_000 })),
        renew: () => timer(5_000, clock).pipe(map(() => end)),
      });
      const offset$ = requestOnce(ports, request(getTotalMetrics)).pipe(map(({ offsetMs }) => offsetMs));
      expectObservable(offset$).toBe('5s (o|)', { o: 3_000 });
    })();
  },
);
