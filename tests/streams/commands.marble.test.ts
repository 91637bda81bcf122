import { getCommands, getReloadConfig, getStopImmediately, getTakeControl } from '#contract/command';
import { getRawState } from '#contract/machine';
import { getTreatmentAll } from '#contract/treatment';
import { commandActs, type Act } from '#streams/commands';
import type { News } from '#streams/event';
import type { Ask, Ports, Reply } from '#streams/ports';
import type { CommandWish, Wish } from '#streams/wish';
import { ignoreElements, NEVER, of, tap, type Observable } from 'rxjs';
import type { RunHelpers, TestScheduler } from 'rxjs/testing';
import { describe, expect, it } from 'vitest';
import { aToken, fakePorts, json } from '../support/fakePorts.ts';
import { closes, opens, question } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

const calls = { stop: getStopImmediately, reloadConfig: getReloadConfig, takeControl: getTakeControl };
const give = (command: keyof typeof calls, serial = 'LF-01'): CommandWish => ({
  kind: 'command.given',
  command,
  question: question(calls[command], { serial }),
  serial,
  deviceName: `Lumion ${serial}`,
});
const yes = json({ success: true });
const refused = (status: number, error: string) => json({ error }, { status });
const open = opens(question(getRawState, { serial: 'LF-01' }), 1_000);
const listOf = (serial: string, page: number) => question(getCommands, { serial }, { page, per_page: 10 });

function word(item: News): string {
  if (item.kind === 'alert.raised') return item.text;
  return item.kind === 'command.refused' ? `refused ${String(item.failure.status)} ${item.failure.message}` : item.kind;
}

/** What a moment says, in words: kinds, toasts, and what is asked again. */
const words = ({ news, again }: Act): string =>
  [
    ...news.map(word),
    ...again.map(({ question: { call, params, query } }) => ['again', call, params['serial'], query['page']].join(' ')),
  ].join(', ');

type Answer = (ask: Ask, time: RunHelpers) => Observable<Reply>;
interface Scene {
  readonly wishes: Readonly<Record<string, Wish>>;
  readonly answer?: Answer;
  readonly ports?: (time: RunHelpers) => Partial<Ports>;
}

/** What is said within a minute, with its ms, and what was sent. The wishes come at their marbles; `o` looks at the state of LF-01. */
function told(marble: string, { wishes, answer = () => of(yes), ports = () => ({}) }: Scene) {
  const said: string[] = [];
  const asked: Ask[] = [];
  marbles((time: RunHelpers & { readonly clock: TestScheduler }) => {
    const { clock, hot, expectObservable, flush } = time;
    const fake = fakePorts(clock, { answer: (ask) => answer(ask, time), ...ports(time) });
    const note = tap((act: Act) => said.push(`${String(clock.now())} ${words(act)}`));
    expectObservable(commandActs(fake, hot(marble, { o: open, ...wishes })).pipe(note, ignoreElements()), '60s !').toBe('');
    flush();
    asked.push(...fake.asked);
  })();
  return { said, asked };
}

const SENT = 'call.answered, command.sent, The command is sent to the device';
const NOT_SENT = 'The command is not sent to Lumion LF-01';
const AGAIN = `again ${getRawState.name} LF-01 `;

describe('a command', () => {
  it('[GIVE1] [GIVE5] [LIVE-017] [CONST-021] [DEV-083] [MSG-044] is told at once, sent, and a second after its answer the state is asked again', () => {
    const { said, asked } = told('ow', { wishes: { w: give('stop') }, answer: (_, { cold }) => cold('---(y|)', { y: yes }) });
    expect(said).toEqual(['1 command.given', '1 call.asked', `4 ${SENT}`, `1004 ${AGAIN}`]);
    const requestId: unknown = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(asked).toEqual([{ method: 'GET', address: 'machine/LF-01/stop_immediately', withToken: true, requestId }]);
  });

  it.each([
    ['[DEV-084] [MSG-045]', refused(409, 'Conflict: Bert is in control'), 'call.failed, refused 409 Conflict: Bert is in control'],
    ['[DEV-084] [MSG-045]', refused(409, 'Conflict: offline'), 'call.failed, refused 409 Conflict: offline'],
    ['[DEV-084] [MSG-045]', json({ success: false }), 'call.answered, refused 200 '],
    ['[DEV-084]', refused(404, 'Not Found: no such device'), 'call.failed, refused 404 Not Found: no such device'],
    ['[DEV-084]', json({ fine: 1 }), 'call.failed, refused 200 '],
    ['[RULE-106]', refused(401, 'Unauthorized: over'), 'call.failed, session.refused, refused 401 Unauthorized: over'],
  ])('[GIVE1] %s answered with %j it is refused, and the toast names the device', (_, reply, ending) => {
    const { said } = told('w', { wishes: { w: give('takeControl') }, answer: () => of(reply) });
    expect(said.slice(0, 3)).toEqual(['0 command.given', '0 call.asked', `0 ${ending}, ${NOT_SENT}`]);
  });

  it('[DEV-085] [MSG-046] a reloaded config has a sentence of its own', () => {
    const { said } = told('w', { wishes: { w: give('reloadConfig') } });
    expect(said[2]).toBe('0 call.answered, command.sent, The config is reloaded');
  });

  it.each<[string, Answer, number]>([
    ['a connection that is lost meanwhile', (_, { cold }) => cold('--#'), 2],
    ['silence', () => NEVER, 30_000],
  ])('[GIVE2] %s refuses it and repeats nothing', (_, answer, ms) => {
    const { said, asked } = told('w', { wishes: { w: give('stop') }, answer });
    expect(said[2]).toBe(`${String(ms)} call.failed, refused 0 , ${NOT_SENT}`);
    expect(asked).toHaveLength(1);
  });

  it('[GIVE2] [ASK4] a token near its end that is refused is neither renewed nor tried again', () => {
    const renewed: string[] = [];
    const ports = () => ({
      token$: of(aToken({ expiresAt: 1 })),
      renew: () => {
        renewed.push('once');
        return of(true);
      },
    });
    expect(told('w', { wishes: { w: give('stop') }, answer: () => of(refused(401, 'Unauthorized: over')), ports }).asked).toHaveLength(1);
    expect(renewed).toEqual([]);
  });

  it('[GIVE4] [GIVE6] two at a time answer in their own time, each with its own id', () => {
    const answer: Answer = ({ address }, { cold }) =>
      address.includes('LF-01') ? cold('--(y|)', { y: yes }) : cold('-(n|)', { n: refused(409, '') });
    let chance = 0;
    const ports = () => ({ random: () => (chance += 1 / 128) % 1 });
    const { said, asked } = told('(oab)', { wishes: { a: give('stop', 'LF-01'), b: give('stop', 'LF-02') }, answer, ports });
    expect(said.slice(4)).toEqual([
      '1 call.failed, refused 409 , The command is not sent to Lumion LF-02',
      `2 ${SENT}`,
      '1001 ',
      `1002 ${AGAIN}`,
    ]);
    expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(2);
  });
});

describe('a command that cannot be sent now', () => {
  it.each([
    ['nobody is signed in', 'n', 't', 'Nobody is signed in', []],
    ['there is no connection', 't', 'f', 'No internet connection', [`1000 ${AGAIN}`]],
  ])('[GIVE3] while %s it is refused at once, and not sent when that is over', (_, token, connection, reason, after) => {
    const ports = ({ cold }: RunHelpers) => ({
      token$: cold(`${token} 5s t`, { n: null, t: aToken() }),
      online$: cold(`${connection} 5s t`, { t: true, f: false }),
    });
    const { said, asked } = told('(ow)', { wishes: { w: give('stop') }, ports });
    expect(said).toEqual(['0 command.given', `0 refused 0 ${reason}, ${NOT_SENT}`, ...after]);
    expect(asked).toEqual([]);
  });

  it.each(['..', '', '\ud800'])('[GAP-96] [ASK1] a serial like %j becomes no request', (serial) => {
    const { said, asked } = told('w', { wishes: { w: give('stop', serial) } });
    expect(said[2]).toContain('refused 0 ');
    expect(asked).toEqual([]);
  });

  it('[GAP-96] [ASK1] a serial with slashes and a query stays one part of the path', () => {
    const { asked } = told('w', { wishes: { w: give('stop', 'LF-01/take_control?x=') } });
    expect(asked.map(({ address }) => address)).toEqual(['machine/LF-01%2Ftake_control%3Fx%3D/stop_immediately']);
  });
});

describe('a second after a command', () => {
  it('[GIVE5] the lists of its device that are looked at are asked again, each once, and no others', () => {
    const wishes = {
      a: opens(listOf('LF-01', 0), 1_000),
      b: opens(listOf('LF-01', 0), 1_000),
      c: opens(listOf('LF-01', 1), 1_000),
      d: closes(listOf('LF-01', 1), 1_000),
      e: opens(listOf('LF-02', 0), 1_000),
      w: give('stop'),
    };
    expect(told('(oabcde)w', { wishes }).said.at(-1)).toBe(`1008 ${AGAIN}, again ${getCommands.name} LF-01 0`);
  });

  it('[GIVE5] nothing is asked again for a person who left meanwhile', () => {
    const ports = ({ cold }: RunHelpers) => ({ token$: cold('t 399ms n', { t: aToken(), n: null }) });
    const seen = told('w', { wishes: { w: give('stop') }, ports });
    expect(seen.said.map((line) => line.split(' ')[0])).toEqual(['0', '0', '0']);
  });

  it('[GIVE5] what nobody looks at is not asked: a command to many devices asks for none of them', () => {
    expect(told('w', { wishes: { w: give('takeControl') } }).said.at(-1)).toBe('1000 ');
  });

  it.each<[CommandWish['command'], boolean]>([
    ['syncTreatments', true],
    ['stop', false],
  ])('[GIVE5] after %s the treatments of its device that are looked at are asked again: %s', (command, isAgain) => {
    const treatments = opens(question(getTreatmentAll, {}, { device_serial: 'LF-01', page: 0, per_page: 10 }), null);
    const wishes = { t: treatments, w: { ...give('stop'), command } };
    expect(told('tw', { wishes }).said.at(-1)?.includes(getTreatmentAll.name)).toBe(isAgain);
  });
});
