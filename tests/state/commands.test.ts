import { getStopImmediately, getUploadData, type Command } from '#contract/command';
import type { CommandName } from '#domain/commands/commandRows';
import { commandLines, type CommandPage } from '#state/commandLines';
import { commands, COMMANDS_KEPT, selectOwnCommands, selectIsSending, type CommandsState } from '#state/commands';
import { eventsBatched } from '#state/events';
import type { EventPayload } from '#streams/event';
import { describe, expect, it } from 'vitest';
import { eventsOf, type TimedEvent } from './eventsOf.ts';

const given = (commandId: string, command: CommandName = 'stop', serial = 'LF-01', params = {}): EventPayload => ({
  kind: 'command.requested',
  commandId,
  command,
  request: { call: command === 'uploadOne' ? getUploadData.name : getStopImmediately.name, params: { ...params, serial }, query: {} },
  serial,
  deviceName: 'Lumion 01',
});
const sent = (commandId: string): EventPayload => ({ kind: 'command.sent', commandId });
const failure = { status: 409, message: 'Conflict: Bert is in control' };
const refused = (commandId: string): EventPayload => ({ kind: 'command.rejected', commandId, failure });
const after = (...timed: readonly TimedEvent[]): CommandsState => commands.reducer(undefined, eventsBatched(eventsOf(...timed)));

describe('what this console gave', () => {
  it('[STATE43] a command is given until the server answered, then sent or refused with the reason', () => {
    const known = after([1, given('a')], [2, given('b')], [3, sent('a')], [4, refused('b')], [5, given('c')], [6, sent('unknown')]);
    expect(known.map(({ id, phase, givenAt, endedAt }) => [id, phase, givenAt, endedAt])).toEqual([
      ['a', 'sent', 1_000, 3_000],
      ['b', 'refused', 2_000, 4_000],
      ['c', 'given', 5_000, null],
    ]);
    expect(known[1]?.failure).toEqual(failure);
  });

  it('[STATE43] it is on its way to one device, as one command', () => {
    const s = { commands: after([1, given('a', 'stop', 'LF-01')], [1, given('b', 'validateMaps', 'LF-02')], [2, sent('b')]) };
    expect(selectIsSending(s, 'LF-01', 'stop')).toBe(true);
    expect(selectIsSending(s, 'LF-01', 'validateMaps')).toBe(false);
    expect(selectIsSending(s, 'LF-02', 'validateMaps')).toBe(false);
    expect(selectIsSending(s, 'LF-02', 'stop')).toBe(false);
  });

  it('[STATE43] among several of one kind the one with these parameters is pending', () => {
    const s = { commands: after([1, given('a', 'uploadOne', 'LF-01', { incident: 'log-1' })]) };
    expect(selectIsSending(s, 'LF-01', 'uploadOne', { incident: 'log-1' })).toBe(true);
    expect(selectIsSending(s, 'LF-01', 'uploadOne', { incident: 'log-2' })).toBe(false);
  });

  it('[STATE43] the oldest fall out, and nothing of a person who left remains', () => {
    const many = Array.from({ length: COMMANDS_KEPT + 3 }, (_, index): TimedEvent => [index, given(`c${String(index)}`, 'takeControl')]);
    const known = after(...many);
    expect([known.length, known[0]?.id, known.at(-1)?.id]).toEqual([COMMANDS_KEPT, 'c3', `c${String(COMMANDS_KEPT + 2)}`]);
    expect(after(...many, [99, { kind: 'session.closed' }])).toEqual([]);
  });

  it('[STOPWAY4] [STATE43] no number of other commands makes a failed stop, or one that is being sent, fall out', () => {
    const stops: readonly TimedEvent[] = [
      [0, given('failed')],
      [0, given('sending', 'stop', 'LF-02')],
      [0, given('sent', 'stop', 'LF-03')],
      [0, { kind: 'command.rejected', commandId: 'failed', failure: { status: 0, message: '' } }],
      [0, sent('sent')],
    ];
    const many = Array.from({ length: COMMANDS_KEPT + 3 }, (_, index): TimedEvent => [
      1 + index,
      given(`c${String(index)}`, 'takeControl'),
    ]);
    const known = after(...stops, ...many);
    expect([known.length, ...known.slice(0, 3).map(({ id }) => id)]).toEqual([COMMANDS_KEPT, 'failed', 'sending', 'c5']);
    const recalled = ['a', 'b', 'c'].map((commandId): TimedEvent => {
      return [600, { kind: 'stop.remembered', commandId, serial: commandId, deviceName: commandId, failure, failedAt: 0 }];
    });
    expect(after(...many, ...recalled, [601, given('next', 'takeControl')])).toHaveLength(COMMANDS_KEPT);
  });
});

const at = (second: number) => new Date(second * 1_000).toISOString();
const command = (id: string, second: number, over: Partial<Command> = {}): Command => ({
  id,
  device_serial: 'LF-01',
  command: 'stop_immediately',
  arguments: {},
  status: 'done',
  given_at: at(second),
  given_by: 'anna',
  given_by_name: 'Anna B',
  holder: null,
  holder_name: null,
  sent_at: at(second),
  delivered_at: at(second),
  ended_at: at(second + 1),
  text: null,
  ...over,
});
const here = { me: 'Anna B', offsetMs: 0 };
const page = (results: readonly Command[], over: Partial<CommandPage> = {}): CommandPage => ({
  results,
  isFirst: true,
  isFull: false,
  at: 1,
  ...over,
});
const idsOf = (of: CommandPage, own: CommandsState, offsetMs = 0) => commandLines(of, own, { ...here, offsetMs }).map(({ id }) => id);

describe('the list of commands', () => {
  it('[STATE44] shows a command at once as given, and then what the server tells of it', () => {
    const own = after([5, given('a')]);
    expect(commandLines(page([]), own, here)).toMatchObject([
      { id: 'a', kind: 'stop_immediately', status: 'given', isSent: false, givenAt: 5_000, endedAt: null, by: 'Anna B', text: null },
    ]);
    const listed = command('a', 5, { status: 'delivered', ended_at: null, holder: 'bert', holder_name: 'Bert M' });
    expect(commandLines(page([listed]), own, here)).toMatchObject([{ id: 'a', status: 'delivered', isDelivered: true, holder: 'Bert M' }]);
  });

  it('[STATE44] keeps what the server never knew, with the reason, in its place', () => {
    const own = after([5, given('a', 'validateMaps')], [6, refused('a')]);
    const lines = commandLines(page([command('new', 9), command('old', 2)]), own, here);
    expect(lines.map(({ id, status, text }) => [id, status, text])).toEqual([
      ['new', 'done', null],
      ['a', 'refused', 'Bert is in control'],
      ['old', 'done', null],
    ]);
    expect(lines[1]).toMatchObject({ kind: 'validate_maps', givenAt: 5_000, endedAt: 6_000 });
  });

  it.each<[string, CommandPage, readonly string[]]>([
    ['before the server was asked again', page([], { at: 5_500 }), ['a']],
    ['once the server was asked again and does not name it', page([], { at: 6_500 }), []],
    ['not on a later page', page([command('old', 2)], { isFirst: false, at: 5_500 }), ['old']],
    ['not when a full page begins after it', page([command('new', 9)], { isFull: true, at: 5_500 }), ['new']],
  ])('[STATE44] a sent command is shown %s', (_, shown, ids) => {
    expect(idsOf(shown, after([5, given('a', 'validateMaps')], [6, sent('a')]))).toEqual(ids);
  });

  it('[STATE44] [STOPWAY5] keeps a stop that the device confirmed and the server has not stored, and then what the server has of it', () => {
    const own = after([5, given('a')], [6, sent('a')]);
    expect(commandLines(page([], { at: 9_500 }), own, here)).toMatchObject([{ id: 'a', status: 'sent', text: 'Sent, not recorded yet' }]);
    expect(commandLines(page([command('a', 5)], { at: 9_500 }), own, here)).toMatchObject([{ id: 'a', status: 'done', text: null }]);
  });

  it("[STATE44] is ordered by the server's clock", () => {
    const own = after([5, given('a')]);
    expect(idsOf(page([command('new', 9)]), own, 0)).toEqual(['new', 'a']);
    expect(idsOf(page([command('new', 9)]), own, 10_000)).toEqual(['a', 'new']);
  });

  it('[STATE44] knows an upload by what is uploaded', () => {
    const own = after([1, given('a', 'uploadAll')], [2, given('b', 'uploadOne', 'LF-01', { incident: '8c1f' })]);
    expect(commandLines(page([]), own, here).map(({ arguments: timed }) => timed)).toEqual([{ incident: '8c1f' }, { incident: 'all' }]);
    expect(selectOwnCommands({ commands: own })).toBe(own);
  });
});
