import { getCommands, getReleaseControl, getReloadConfig, getStopImmediately, getTakeControl } from '#contract/command';
import { getMachines, getRawState } from '#contract/fleet/machine';
import { getTreatmentAll } from '#contract/fleet/treatment';
import { commandEvents, type CommandEvents, type CommandTransport } from '#streams/log/commands';
import { noSocketLink } from '#streams/log/stopOverSocket';
import type { EventPayload } from '#streams/event';
import type { HttpRequest, Ports, HttpResponse, RenewalOptions } from '#streams/ports';
import type { CommandIntent, Intent } from '#streams/intent';
import type { SourcedEvents } from '#streams/stamp';
import { concat, ignoreElements, NEVER, of, tap, type Observable } from 'rxjs';
import type { RunHelpers, TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { aReply, aToken, fakePorts, json } from '../support/fakePorts.ts';
import { closes, opens, request } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

const calls = { stop: getStopImmediately, reloadConfig: getReloadConfig, takeControl: getTakeControl, releaseControl: getReleaseControl };
const give = (command: keyof typeof calls, serial = 'LF-01'): CommandIntent => ({
  kind: 'command.requested',
  command,
  request: request(calls[command], { serial }),
  serial,
  deviceName: `Lumion ${serial}`,
});
const yes = json({ success: true });
const refused = (status: number, error: string) => json({ error }, { status });
const open = opens(request(getRawState, { serial: 'LF-01' }), 1_000);
const listOf = (serial: string, page: number) => request(getCommands, { serial }, { page, per_page: 10 });

function word(item: EventPayload): string {
  if (item.kind === 'alert.raised') return item.text;
  return item.kind === 'command.rejected' ? `refused ${String(item.failure.status)} ${item.failure.message}` : item.kind;
}

/** A moment in words: kinds, toasts, and repeated requests. */
const words = ({ events, followUps }: CommandEvents): string =>
  [
    ...events.map(word),
    ...followUps.map(({ request: { call, params, query } }) => ['again', call, params['serial'], query['page']].join(' ')),
  ].join(', ');

type Answer = (ask: HttpRequest, time: RunHelpers) => Observable<HttpResponse>;
interface Scene {
  readonly intents: Readonly<Record<string, Intent>>;
  readonly answer?: Answer;
  readonly ports?: (time: RunHelpers) => Partial<Ports>;
  readonly way?: CommandTransport;
}

/** The events within a minute, with their ms, and the sent requests. The intents arrive at their marbles; `o` subscribes to the state of LF-01. */
function run(marble: string, { intents, answer = () => of(yes), ports = () => ({}), way }: Scene) {
  const emitted: string[] = [];
  const asked: HttpRequest[] = [];
  marbles((time: RunHelpers & { readonly clock: TestScheduler }) => {
    const { clock, hot, expectObservable, flush } = time;
    const fake = fakePorts(clock, { answer: (ask) => answer(ask, time), ...ports(time) });
    const note = tap((act: CommandEvents) => emitted.push(`${String(clock.now())} ${words(act)}`));
    expectObservable(commandEvents(fake, hot(marble, { o: open, ...intents }), way).pipe(note, ignoreElements()), '60s !').toBe('');
    flush();
    asked.push(...fake.asked);
  })();
  return { emitted, asked };
}

const SENT = 'request.succeeded, command.sent, The command is sent to the device';
const NOT_SENT = 'The command is not sent to Lumion LF-01';
const UNSURE = 'No answer came. The command may be sent to Lumion LF-01 all the same.';
const AGAIN = `again ${getRawState.name} LF-01 `;

describe('a command', () => {
  it('[COMMAND1] [COMMAND5] [LIVE-017] [CONST-021] [DEV-083] [MSG-044] is reported at once, sent, and a second after its answer the state is asked again', () => {
    const { emitted, asked } = run('ow', { intents: { w: give('stop') }, answer: (_, { cold }) => cold('---(y|)', { y: yes }) });
    expect(emitted).toEqual(['1 command.requested', '1 request.started', `4 ${SENT}`, `1004 ${AGAIN}`]);
    const requestId: unknown = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(asked).toEqual([{ method: 'GET', address: 'machine/LF-01/stop_immediately', withToken: true, isUrgent: true, requestId }]);
  });

  it.each([
    [
      '[RULE-109] [MSG-045]',
      refused(409, 'Conflict: Bert is in control'),
      'request.failed, refused 409 Conflict: Bert is in control',
      ': Bert is in control',
    ],
    ['[RULE-107] [MSG-045]', refused(400, 'Invalid: no map'), 'request.failed, refused 400 Invalid: no map', ': no map'],
    ['[MSG-045]', json({ success: false }), 'request.succeeded, refused 200 ', ''],
    ['[RULE-108]', refused(404, 'Not Found: no such device'), 'request.failed, refused 404 Not Found: no such device', ': no such device'],
    ['[RULE-110]', refused(503, 'Busy: come back'), 'request.failed, refused 503 Busy: come back', ': Busy: come back'],
    ['[MSG-045]', aReply({ status: 502, text: '<html>' }), 'request.failed, refused 502 ', ''],
    ['[RULE-106]', refused(401, 'Unauthorized: over'), 'request.failed, session.rejected, refused 401 Unauthorized: over', ''],
  ])(
    '[COMMAND1] [ANY17] [DEV-084] %s answered with %j it is refused, and the toast names the device and the reason',
    (_, reply, ending, reason) => {
      const { emitted } = run('w', { intents: { w: give('takeControl') }, answer: () => of(reply) });
      expect(emitted.slice(0, 3)).toEqual(['0 command.requested', '0 request.started', `0 ${ending}, ${NOT_SENT}${reason}`]);
    },
  );

  it.each([
    json({ fine: 1 }),
    json({ error: null }),
    json({ result: 'OK' }),
    aReply({ text: '' }),
    aReply({ status: 204, text: '' }),
    aReply({ text: 'OK' }),
  ])('[ANY13] accepted with %j a command is sent, and a stop is not confirmed', (reply) => {
    const answer = () => of(reply);
    expect(run('w', { intents: { w: give('takeControl') }, answer }).emitted[2]).toBe(`0 ${SENT.replace('succeeded', 'failed')}`);
    const refusal = `0 request.failed, refused ${String(reply.status)} `;
    expect(run('w', { intents: { w: give('stop') }, answer }).emitted[2]).toBe(refusal);
  });

  it.each([
    [{ success: 'false' }, ''],
    [{ success: 0 }, ''],
    [{ success: 'yes' }, ''],
    [{ success: null, error: 'Device is offline' }, 'Device is offline'],
    [{ error: 'Device is offline' }, 'Device is offline'],
    [{ result: false }, ''],
  ])('[ANY13] accepted with %j a command is refused, and so is a stop', (body, reason) => {
    const answer = () => of(json(body));
    const refusal = `0 request.failed, refused 200 ${reason}, ${NOT_SENT}${reason === '' ? '' : `: ${reason}`}`;
    expect(run('w', { intents: { w: give('takeControl') }, answer }).emitted[2]).toBe(refusal);
    expect(run('w', { intents: { w: give('stop') }, answer }).emitted[2]).toBe('0 request.failed, refused 200 ');
  });

  it('[STOPWAY5] where commands are listed a stop that is done raises no toast, and every other command does', () => {
    const listing = { listsCommands: true, link: noSocketLink };
    expect(run('w', { intents: { w: give('stop') }, way: listing }).emitted[2]).toBe('0 request.succeeded, command.sent');
    expect(run('w', { intents: { w: give('takeControl') }, way: listing }).emitted[2]).toBe(`0 ${SENT}`);
  });

  it('[DEV-085] [MSG-046] a reloaded config has a sentence of its own', () => {
    const { emitted } = run('w', { intents: { w: give('reloadConfig') } });
    expect(emitted[2]).toBe('0 request.succeeded, command.sent, The config is reloaded');
  });

  it.each<[string, Answer, CommandIntent['command'] & keyof typeof calls, string]>([
    ['a connection that is lost meanwhile', (_, { cold }) => cold('--#'), 'takeControl', `2 request.failed, refused 0 , ${UNSURE}`],
    ['silence', () => NEVER, 'takeControl', `30000 request.failed, refused 0 , ${UNSURE}`],
    ['silence after 10 s for a stop, whose notice stays instead of a toast,', () => NEVER, 'stop', '10000 request.failed, refused 0 '],
  ])('[COMMAND2] [ANY17] [STOPWAY4] %s refuses it and repeats nothing', (_, answer, command, ending) => {
    const { emitted, asked } = run('w', { intents: { w: give(command) }, answer });
    expect(emitted[2]).toBe(ending);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['stop', 'renewed', 2, false],
    ['stop', 'refused', 1, true],
    ['stop', 'unreachable', 1, false],
    ['reloadConfig', 'renewed', 1, false],
    ['reloadConfig', 'refused', 1, true],
    ['reloadConfig', 'unreachable', 1, false],
  ] as const)(
    '[COMMAND2] [REQUEST4] [REQUEST12] [STOPWAY8] %s with a token that is refused is renewed once (%s): only the stop is sent again, under its id, and does not wait for a pause',
    (command, end, sends, isOut) => {
      const renewed: unknown[] = [];
      const ports = () => ({
        token$: of(aToken({ expiresAt: 9_000_000 })),
        renew: (options?: RenewalOptions) => {
          renewed.push(options?.isUrgent === true);
          return of(end);
        },
      });
      const { asked, emitted } = run('w', { intents: { w: give(command) }, answer: () => of(refused(401, 'Unauthorized: over')), ports });
      expect(asked).toHaveLength(sends);
      expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
      expect(emitted.join(' ').includes('session.rejected')).toBe(isOut || sends === 2);
      expect(renewed).toEqual([command === 'stop']);
    },
  );

  it('[STOPWAY8] a stop waits 10 s at most for a renewal that never ends', () => {
    const ports = () => ({ token$: of(aToken({ expiresAt: 9_000_000 })), renew: () => NEVER });
    const { asked, emitted } = run('w', { intents: { w: give('stop') }, answer: () => of(refused(401, 'Unauthorized: over')), ports });
    expect(asked).toHaveLength(1);
    expect(emitted[2]).toBe('10000 request.failed, refused 503 Your sign-in could not be renewed yet. Try again.');
  });

  it('[COMMAND4] [COMMAND6] two at a time answer in their own time, each with its own id', () => {
    const answer: Answer = ({ address }, { cold }) =>
      address.includes('LF-01') ? cold('--(y|)', { y: yes }) : cold('-(n|)', { n: refused(409, '') });
    let chance = 0;
    const ports = () => ({ random: () => (chance += 1 / 128) % 1 });
    const { emitted, asked } = run('(oab)', { intents: { a: give('stop', 'LF-01'), b: give('stop', 'LF-02') }, answer, ports });
    expect(emitted.slice(4)).toEqual(['1 request.failed, refused 409 ', `2 ${SENT}`, '1001 ', `1002 ${AGAIN}`]);
    expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(2);
  });
});

describe('a command that cannot be sent now', () => {
  it.each([
    ['nobody is signed in', 'n', 't', 'Nobody is signed in', []],
    ['there is no connection', 't', 'f', 'No internet connection', [`1000 ${AGAIN}`]],
  ])('[COMMAND3] while %s it is refused at once, and not sent when that is over', (_, token, connection, reason, after) => {
    const ports = ({ cold }: RunHelpers) => ({
      token$: cold(`${token} 5s t`, { n: null, t: aToken() }),
      online$: cold(`${connection} 5s t`, { t: true, f: false }),
    });
    const { emitted, asked } = run('(ow)', { intents: { w: give('takeControl') }, ports });
    expect(emitted).toEqual(['0 command.requested', `0 refused 0 ${reason}, ${NOT_SENT}: ${reason}`, ...after]);
    expect(asked).toEqual([]);
  });

  it('[COMMAND3] a stop is tried although the browser is offline; without a response the missing connection is the reason', () => {
    const ports = ({ cold }: RunHelpers) => ({ online$: cold('f', { f: false }) });
    const tried = run('w', { intents: { w: give('stop') }, ports });
    expect(tried.asked).toHaveLength(1);
    expect(tried.emitted[2]).toBe(`0 ${SENT}`);
    const frames: unknown[] = [];
    const opened: SourcedEvents = { source: 'socket', events: [{ kind: 'socket.opened' }] };
    // The browser would send a frame of the socket once there is a connection, long after the stop was reported as failed.
    const way = { listsCommands: false, link: { socket$: concat(of(opened), NEVER), send: (frame: unknown) => void frames.push(frame) } };
    expect(run('w', { intents: { w: give('stop') }, ports, way }).asked).toHaveLength(1);
    expect(frames).toEqual([]);
    run('w', { intents: { w: give('stop') }, way, answer: () => NEVER });
    expect(frames).toHaveLength(1);
    const lost = run('w', { intents: { w: give('stop') }, ports, answer: (_, { cold }) => cold('--#') });
    expect(lost.emitted[2]).toBe('2 request.failed, refused 0 No internet connection');
  });

  it.each(['..', '', '\ud800'])('[GAP-96] [REQUEST1] a serial like %j becomes no request', (serial) => {
    const { emitted, asked } = run('w', { intents: { w: give('stop', serial) } });
    expect(emitted[2]).toContain('refused 0 ');
    expect(asked).toEqual([]);
  });

  it('[GAP-96] [REQUEST1] a serial with slashes and a query stays one part of the path', () => {
    const { asked } = run('w', { intents: { w: give('stop', 'LF-01/take_control?x=') } });
    expect(asked.map(({ address }) => address)).toEqual(['machine/LF-01%2Ftake_control%3Fx%3D/stop_immediately']);
  });
});

describe('a second after a command', () => {
  it('[COMMAND5] the lists of its device that are looked at are asked again, each once, and no others', () => {
    const intents = {
      a: opens(listOf('LF-01', 0), 1_000),
      b: opens(listOf('LF-01', 0), 1_000),
      c: opens(listOf('LF-01', 1), 1_000),
      d: closes(listOf('LF-01', 1), 1_000),
      e: opens(listOf('LF-02', 0), 1_000),
      w: give('stop'),
    };
    expect(run('(oabcde)w', { intents }).emitted.at(-1)).toBe(`1008 ${AGAIN}, again ${getCommands.name} LF-01 0`);
  });

  it('[COMMAND5] nothing is asked again for a person who left meanwhile', () => {
    const ports = ({ cold }: RunHelpers) => ({ token$: cold('t 399ms n', { t: aToken(), n: null }) });
    const seen = run('w', { intents: { w: give('stop') }, ports });
    expect(seen.emitted.map((line) => line.split(' ')[0])).toEqual(['0', '0', '0']);
  });

  it('[COMMAND5] unsubscribed data are not requested: a command to many devices requests none of them', () => {
    expect(run('w', { intents: { w: give('takeControl') } }).emitted.at(-1)).toBe('1000 ');
  });

  it.each([
    ['takeControl', true],
    ['releaseControl', true],
    ['stop', false],
    ['reloadConfig', false],
  ] as const)(
    '[COMMAND5] [LIVE-017] [CONST-021] [DEV-015] [DEV-016] after %s the list of machines, which every page has, is asked again: %s',
    (command, isAgain) => {
      const intents = { m: opens(request(getMachines), 5_000), w: give(command) };
      expect(run('mw', { intents }).emitted.at(-1)).toBe(isAgain ? `1001 again ${getMachines.name}  ` : '1001 ');
    },
  );

  it.each<[CommandIntent['command'], boolean]>([
    ['syncTreatments', true],
    ['stop', false],
  ])('[COMMAND5] after %s the treatments of its device that are looked at are asked again: %s', (command, isAgain) => {
    const treatments = opens(request(getTreatmentAll, {}, { device_serial: 'LF-01', page: 0, per_page: 10 }), null);
    const intents = { t: treatments, w: { ...give('stop'), command } };
    expect(run('tw', { intents }).emitted.at(-1)?.includes(getTreatmentAll.name)).toBe(isAgain);
  });
});
