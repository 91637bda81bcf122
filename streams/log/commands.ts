/** The life cycle of a device command: requested, sent or rejected, the toast, and requests for data that it may have changed. */

import { callNamed } from '#contract/call';
import { commandResponse, getCommands } from '#contract/command';
import { errorBody } from '#contract/schema';
import { getMachines, getRawState } from '#contract/fleet/machine';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { type CommandName, commands, refusedText } from '#domain/commands/commandRows';
import { NO_CONNECTION } from '#domain/commands/commandText';
import { isDone } from '#domain/commands/isDone';
import { isUnread } from '#domain/text/alertText';
import {
  combineLatest,
  concat,
  connect,
  defer,
  filter,
  map,
  mergeMap,
  of,
  scan,
  startWith,
  switchMap,
  take,
  takeUntil,
  timer,
  withLatestFrom,
  type Observable,
} from 'rxjs';
import { reduceQuery, initialQueryMemory, type QueryTransition } from '../query/reduceQuery.ts';
import { requestOnce, type Attempt } from '../query/requestOnce.ts';
import { keyOf, type RequestFailure, type EventPayload, type RequestSpec } from '../event.ts';
import type { Ports } from '../ports.ts';
import { requestIdOf } from '../query/requestId.ts';
import { withinSession } from '../operators/withinSession.ts';
import { CONTROL_REFRESH_MS } from '../query/pollIntervals.ts';
import type { SourcedEvents } from '../stamp.ts';
import { isQueryIntent, type QueryIntent, type CommandIntent, type Intent } from '../intent.ts';
import { isSocketOpen, noSocketLink, stopOverSocket, type SocketLink } from './stopOverSocket.ts';

/** The transport of a command, chosen when it is sent. */
type OpenWay = CommandTransport & { readonly isOpen: boolean };
/** The transport of a command, with the readiness of the console when the command is sent. */
type ReadyWay = OpenWay & { readonly readiness: Readiness };

/** The events of a command, and the requests to send because of it. */
export interface CommandEvents extends SourcedEvents {
  readonly followUps: readonly QueryIntent[];
}

/** One step of a command; `changed` is set when the calls whose responses the command may have changed should be requested again. */
interface LifecycleStep extends SourcedEvents {
  readonly changed: CommandIntent | null;
}

const failedBecause = (message: string): Attempt => ({ ok: false, failure: { status: 0, message }, offsetMs: null });

/** The conditions for sending a command: a signed-in user, and a network connection of the browser. */
interface Readiness {
  readonly isSignedIn: boolean;
  readonly isOnline: boolean;
}

const readiness = ({ token$, online$ }: Ports): Observable<Readiness> =>
  combineLatest([token$, online$]).pipe(
    take(1),
    map(([token, isOnline]) => ({ isSignedIn: token !== null, isOnline })),
  );

/**
 * Returns the reason why a command is not sent now; null if it is sent. A queued command could act on a device long after the click. A stop is also sent
 * without a connection, because the browser only knows its own network, and a server on the same machine needs none. The stop is then sent as a call, which
 * fails or is sent at once, while the socket would keep it until there is a connection.
 */
function blockedReason({ command }: CommandIntent, { isSignedIn, isOnline }: Readiness): Attempt | null {
  if (!isSignedIn) return failedBecause('Nobody is signed in');
  return isOnline || command === 'stop' ? null : failedBecause(NO_CONNECTION);
}

/** Returns an attempt with the missing connection as its reason, if there was no response and no other reason. */
const withReason = (attempt: Attempt, { isOnline }: Readiness): Attempt =>
  isOnline || attempt.ok || attempt.failure.status !== 0 || attempt.failure.message !== '' ? attempt : failedBecause(NO_CONNECTION);

const reasonIn = (body: unknown): string => errorBody.safeParse(body).data?.error ?? '';

/** Returns whether a body that does not fit the contract still shows that the command was not sent: it contains an outcome in another form, or a reason. */
function isRefusal(body: unknown): boolean {
  const hasOutcome = typeof body === 'object' && body !== null && 'success' in body;
  return hasOutcome || !isDone(body) || reasonIn(body).trim() !== '';
}

// An unsuccessful response means that the command was not sent. A successful response that cannot be read means that it was sent, unless it contains another
// outcome or a reason; for a stop, it counts as a failure, because a stop needs the confirmation of the device.
function failureOf(attempt: Attempt, command: CommandName): RequestFailure | null {
  if (!attempt.ok) {
    if (command === 'stop' || !isUnread(attempt.failure)) return attempt.failure;
    return isRefusal(attempt.unreadBody) ? { ...attempt.failure, message: reasonIn(attempt.unreadBody) } : null;
  }
  return commandResponse.safeParse(attempt.answer).data?.success === true ? null : { status: 200, message: '' };
}

// A failed stop is shown until its notice is closed, and the command list shows the outcome of a confirmed stop, so neither needs a toast.
function outcomeEvents(
  { command, deviceName }: CommandIntent,
  commandId: string,
  attempt: Attempt,
  way: CommandTransport,
): readonly EventPayload[] {
  const failure = failureOf(attempt, command);
  const isStop = command === 'stop';
  if (failure !== null) {
    const rejected: EventPayload = { kind: 'command.rejected', commandId, failure };
    return isStop ? [rejected] : [rejected, { kind: 'alert.raised', tone: 'warning', text: refusedText(deviceName, failure) }];
  }
  const sent: EventPayload = { kind: 'command.sent', commandId };
  return isStop && way.listsCommands ? [sent] : [sent, { kind: 'alert.raised', tone: 'success', text: commands[command].successText }];
}

/** Returns the events of the HTTP request itself, the same as for every call: started, succeeded or failed, and a rejected session. */
function requestEvents({ request }: CommandIntent, transition: QueryTransition): readonly EventPayload[] {
  const call = callNamed(request.call);
  return call === undefined ? [] : reduceQuery(initialQueryMemory, call, keyOf(request), transition).events;
}

/** The transport for stops besides the calls, and whether the server lists commands. */
export interface CommandTransport {
  readonly link: SocketLink;
  /** True if the server lists the commands of a device with their outcomes. */
  readonly listsCommands: boolean;
}

function send(ports: Ports, intent: CommandIntent, commandId: string, way: ReadyWay): Observable<readonly EventPayload[]> {
  const sent$ =
    intent.command === 'stop' && way.isOpen && way.readiness.isOnline
      ? stopOverSocket(ports, intent, commandId, way.link)
      : requestOnce(ports, intent.request, undefined, commandId);
  const attempt$ = sent$.pipe(
    map((attempt) => withReason(attempt, way.readiness)),
    map((attempt) => [...requestEvents(intent, { kind: 'settled', attempt }), ...outcomeEvents(intent, commandId, attempt, way)]),
  );
  // After a sign-out, the outcome must not cause a toast for the next user or, with 401, end the next user's session.
  return attempt$.pipe(startWith(requestEvents(intent, { kind: 'started' })), withinSession(ports, false));
}

/** Emits the steps of one command: from the click to its outcome, and a second later the refresh. */
function commandLifecycle(ports: Ports, intent: CommandIntent, way: OpenWay): Observable<LifecycleStep> {
  return defer(() => {
    const commandId = requestIdOf(ports.random);
    const { request } = intent;
    const fromSource = (source: string) => map((events: readonly EventPayload[]): LifecycleStep => ({ source, events, changed: null }));
    const outcome$ = readiness(ports).pipe(
      switchMap((ready) => {
        const blocked = blockedReason(intent, ready);
        if (blocked !== null) return of(outcomeEvents(intent, commandId, blocked, way));
        return send(ports, intent, commandId, { ...way, readiness: ready });
      }),
      fromSource(request.call),
    );
    const signedOut$ = ports.token$.pipe(filter((token) => token === null));
    const followUp$ = timer(CONTROL_REFRESH_MS, ports.clock).pipe(
      map((): LifecycleStep => ({ source: 'log', events: [], changed: intent })),
      takeUntil(signedOut$),
    );
    return concat(of<readonly EventPayload[]>([{ ...intent, commandId }]).pipe(fromSource('user')), outcome$, followUp$);
  });
}

/** The transport to a server that implements only the specification. */
const documentedTransport: CommandTransport = { link: noSocketLink, listsCommands: false };

/** Calls whose responses a command may change. */
const CHANGEABLE: ReadonlySet<string> = new Set([getRawState.name, getCommands.name, getTreatmentAll.name, getMachines.name]);
/** Commands that change the user in control. */
const CONTROLLING: ReadonlySet<string> = new Set<CommandName>(['takeControl', 'releaseControl']);

/** Returns the subscribed requests whose responses a command may change, after an intent. */
function openAfter(open: readonly RequestSpec[], { kind, request }: QueryIntent): readonly RequestSpec[] {
  if (!CHANGEABLE.has(request.call) || kind === 'query.requested') return open;
  if (kind === 'query.subscribed') return [...open, request];
  const at = open.findIndex((one) => keyOf(one) === keyOf(request));
  return open.filter((_, index) => index !== at);
}

function isChanged({ call, params, query }: RequestSpec, { serial, command }: CommandIntent): boolean {
  if (call === getTreatmentAll.name) return command === 'syncTreatments' && query['device_serial'] === serial;
  // Every page with a control button shows the user in control, but not every one subscribes to the state of its device.
  if (call === getMachines.name) return CONTROLLING.has(command);
  return params['serial'] === serial;
}

function followUpsOf(intent: CommandIntent, open: readonly RequestSpec[]): readonly QueryIntent[] {
  const changed = new Map(open.filter((request) => isChanged(request, intent)).map((request) => [keyOf(request), request]));
  return [...changed.values()].map((request) => ({ kind: 'query.requested', request }));
}

/**
 * Emits the events of device commands: `command.requested` at once, then, after the command was sent once (a stop over the open socket if the server accepts it
 * there), `command.sent` or `command.rejected` with its toast. A second later the state of the device and its commands are requested again if a view subscribes
 * to them, after a synchronisation also its treatments, and after a request or release of control the state of all devices. Never errors. Source: LIVE-017,
 * CONST-021, DEV-083..085.
 */
export function commandEvents(
  ports: Ports,
  intents$: Observable<Intent>,
  way: CommandTransport = documentedTransport,
): Observable<CommandEvents> {
  return intents$.pipe(
    connect((intent$) =>
      intent$.pipe(
        filter((intent) => intent.kind === 'command.requested'),
        withLatestFrom(isSocketOpen(ports, way.link)),
        mergeMap(([intent, isOpen]) => commandLifecycle(ports, intent, { ...way, isOpen })),
        withLatestFrom(intent$.pipe(filter(isQueryIntent), scan(openAfter, [] satisfies readonly RequestSpec[]), startWith([]))),
        map(([{ source, events, changed }, open]): CommandEvents => ({
          source,
          events,
          followUps: changed === null ? [] : followUpsOf(changed, open),
        })),
      ),
    ),
  );
}
