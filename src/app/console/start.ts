/** The only subscription of the console: `startLog` passes the log to the store, and maps changes of the profile to `session.*` events. */

import { map, merge, mergeMap, pairwise, share, startWith, Subject, withLatestFrom, type Observable } from 'rxjs';
import type { Profile } from '#contract/identity';
import type { FlightRecorder } from '#past/recorder/flightRecorder';
import type { Session } from '#edge/session';
import { eventsBatched } from '#state/events';
import { createSecretChannel } from '#hooks/secretChannel';
import { createLogStore, reduceLog } from '#state/store';
import type { EventPayload, FleetEvent } from '#streams/event';
import { fleetLog } from '#streams/log/fleetLog';
import { keyframeOf } from '#state/keyframe';
import type { Ports, Token } from '#streams/ports';
import type { Intent } from '#streams/intent';
import type { Console } from './ConsoleContext.ts';
import type { FailedStopMemory } from './failedStopMemory.ts';

/** Emits session events for changes of the signed-in profile. */
export function sessionEvents(profile$: Observable<Profile | null>, expiresAt: () => number): Observable<EventPayload> {
  return profile$.pipe(
    startWith(null),
    pairwise(),
    map(([before, now]): EventPayload => {
      if (now === null) return { kind: 'session.closed' };
      if (before?.username !== now.username) return { kind: 'session.opened', profile: now };
      return { kind: 'session.renewed', profile: now, expiresAt: expiresAt() };
    }),
  );
}

// Emits only tokens with a second factor. The server rejects others except for the enrolment, so for the log nobody is signed in until then.
const wholeTokens = ({ token$, profile$ }: Session): Observable<Token | null> =>
  token$.pipe(
    withLatestFrom(profile$),
    map(([token, profile]) => (profile?.second_factor === true ? token : null)),
  );

/** Returns whether a call was refused because the server found no second factor in this sign-in. */
const lacksSecondFactor = (event: EventPayload): boolean =>
  event.kind === 'request.failed' && event.failure.status === 403 && event.failure.message.startsWith('MfaRequired');

const SESSION_KINDS: ReadonlySet<string> = new Set<EventPayload['kind']>(['session.rejected', 'session.opened', 'session.renewed']);

/**
 * Returns whether the session that is open after a batch was rejected: it then ends in this tab, and the sign-in page shows the reason. The rejection of a
 * former session does not end a session that was opened after it, even one of the same user. Source: SIGNIN5.
 */
export const isSessionRejected = (events: readonly Pick<FleetEvent, 'kind'>[]): boolean =>
  events.findLast(({ kind }) => SESSION_KINDS.has(kind))?.kind === 'session.rejected';

/** Starts the log of this page: the only subscription, which connects ports and intents with the store. */
export function startLog(
  { config, session }: Console,
  ports: Ports,
  { recorder, failedStops }: { readonly recorder: Pick<FlightRecorder, 'record'>; readonly failedStops: FailedStopMemory },
) {
  const intents$ = new Subject<Intent>();
  const store = createLogStore({ devTools: false });
  const secrets = createSecretChannel();
  const session$ = merge(
    sessionEvents(session.profile$, () => session.token()?.expiresAt ?? 0).pipe(
      mergeMap((event) => (event.kind === 'session.opened' ? [event, ...failedStops.recall(event.profile.username)] : [event])),
    ),
    session.upkeep$.pipe(map((message): EventPayload => ({ kind: 'session.rejected', message }))),
  );
  const kept = {
    websocket_address: config.websocket_address,
    session$,
    onSecret: secrets.onSecret,
    features: config.features,
  };
  const whole: Ports = { ...ports, token$: wholeTokens(session) };
  const events$ = fleetLog(whole, intents$, kept).pipe(share());
  events$.subscribe((events) => {
    const before = store.getState();
    store.dispatch(eventsBatched(events));
    recorder.record(events, (count) => keyframeOf(count === 0 ? before : reduceLog(before, events.slice(0, count))));
    failedStops.store(store.getState());
    if (isSessionRejected(events)) void session.drop();
    if (events.some(lacksSecondFactor)) void session.recheck();
  });
  return { store, secrets, events$, sendIntent: (intent: Intent) => intents$.next(intent) };
}
