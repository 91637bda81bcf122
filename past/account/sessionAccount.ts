/** The account of a session, read block by block: sign-ins, screens, commands and requests of a person, devices that went into error. */

import { alertText } from '#domain/text/alertText';
import { queryParameter } from '#domain/text/queryParameter';
import type { Call } from '#contract/call';
import { getCommands } from '#contract/command';
import { MAX_SESSION_LINES } from '#contract/sessionAccount';
import { isFinal } from '#domain/commands/commandText';
import { wordText } from '#domain/text/labels';
import { commands } from '#domain/commands/commandRows';
import { stateOf } from '#state/keyframe';
import { selectProfile } from '#state/session';
import { parametersIn, type EventKind, type RequestFailure, type FleetEvent } from '#streams/event';
import type { EventBlock } from '#streams/recording/eventBlock';

/** An action of a person, the event that ended an action, or a device that went into error meanwhile. `at` is in ms since epoch. */
export interface AccountEntry {
  readonly at: number;
  readonly kind: 'session' | 'screen' | 'command' | 'request' | 'error';
  /** The action or error, in one line. */
  readonly text: string;
  /** The outcome of the action; empty if the action has no outcome. */
  readonly outcome: string;
}

/** The account of a recording, up to the last block that was read. */
export interface SessionAccount {
  readonly entries: readonly AccountEntry[];
  /** The log of the last block; a request of one log cannot have its outcome in another. */
  readonly log: string | null;
  /** The instant of the last event, ms since epoch. */
  readonly endsAt: number;
  /** Index of each entry that awaits its outcome, by command id or request key. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Index of the entry of each sent command whose result is not known yet, by command id. */
  readonly running: ReadonlyMap<string, number>;
  /** User name of the last sign-in; '' while nobody is signed in. */
  readonly username: string;
  /** The screen of the last entry; a change of its filters adds no entry. */
  readonly screen: string;
}

/** Display names of screens and calls, and the limits of a kept account. */
export interface Names {
  /** Names of the screens, by path. */
  readonly titles: ReadonlyMap<string, string>;
  readonly calls: ReadonlyMap<string, Call>;
  /**
   * Present for an account that the server keeps, which others may read. Such an account contains, of an address, only the name of the screen and the devices
   * known here, and of a failure only the status, because addresses and reasons may contain text that a person typed.
   */
  readonly kept?: { readonly hasDevice: (serial: string) => boolean };
}

/** The account before the first block. */
export const EMPTY_ACCOUNT: SessionAccount = {
  entries: [],
  log: null,
  endsAt: 0,
  waiting: new Map(),
  running: new Map(),
  username: '',
  screen: '',
};

// Calls of commands add no entry, because commands have their own events.
const COMMANDS: ReadonlySet<string> = new Set(Object.values(commands).map(({ call }) => call.name));
/** The outcome in a log that ends without a sign-out. */
const ENDED = 'Signed out, or the console was closed';
/** Time, in ms, within which a person's return counts as a reload of the console. */
const RELOAD_MS = 60_000;
/** The outcome of a request until its response is read. */
const PENDING = 'Requested; no answer is recorded';

const reasonOf = ({ status, message }: RequestFailure, { kept }: Names): string => {
  // Without a response, a message is the console's own.
  if (message !== '' && kept === undefined) return alertText({ status, message }) ?? message;
  if (status === 0) return 'no response';
  // A status below 300 belongs to a command that the server accepted but did not carry out.
  return status < 300 ? 'not carried out' : `status ${String(status)}`;
};

/** Returns whether an account may name a device: a serial in an address may be text that a person typed. */
const mayName = (serial: string, { kept }: Names): boolean => kept === undefined || kept.hasDevice(serial);

const SERIALS: ReadonlySet<string> = new Set(['serial', 'device_serial']);

/** Returns the path parameters in a request key, which identify the device or entity. Other parameters may be text that a person typed. */
function thingOf(call: Call, key: string, known: Names): string {
  const parameters = parametersIn(key);
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const things = names.flatMap((name) =>
    parameters.flatMap(([of, value]) => (of === name ? value : [])).filter((thing) => !SERIALS.has(name) || mayName(thing, known)),
  );
  return things.join(', ');
}

/** Returns the title of a screen and the device in its address; filters are omitted, because they hold text that a person typed. */
function screenOf(path: string, search: string | undefined, names: Names): string {
  const serial = queryParameter(search ?? '', 'device_serial');
  const title = names.titles.get(path) ?? (names.kept === undefined ? path : 'Unknown page');
  return [title, mayName(serial, names) ? serial : ''].filter((part) => part !== '').join(', ');
}

/** Returns the call of a request if it is an action of a person; otherwise undefined. */
function actOf(name: string, calls: Names['calls']): Call | undefined {
  const call = calls.get(name);
  return call?.hasSideEffects === true && !COMMANDS.has(name) ? call : undefined;
}

interface Draft {
  readonly entries: AccountEntry[];
  readonly waiting: Map<string, number>;
  readonly running: Map<string, number>;
  username: string;
  screen: string;
}

function begin(draft: Draft, entry: Omit<AccountEntry, 'outcome'>, id: string): void {
  draft.waiting.set(id, draft.entries.length);
  draft.entries.push({ ...entry, outcome: PENDING });
}

function settle({ entries, waiting }: Draft, id: string, outcome: string): void {
  const index = waiting.get(id);
  const entry = index === undefined ? undefined : entries[index];
  if (index === undefined || entry === undefined) return;
  waiting.delete(id);
  entries[index] = { ...entry, outcome };
}

type Row<Kind extends EventKind> = (draft: Draft, event: Extract<FleetEvent, { kind: Kind }>, names: Names) => void;

const signInText = (username: string, isBack: boolean) =>
  isBack ? 'Loaded the console again' : `Signed in as ${username}; recorded from here`;

/** Adds a sign-in; if it directly follows the end of a log of the same person, it continues that log. */
function signIn(draft: Draft, at: number, username: string): void {
  const last = draft.entries.at(-1);
  const isBack = last?.text === ENDED && draft.username === username && at - last.at < RELOAD_MS;
  if (isBack) draft.entries.pop();
  draft.entries.push({ at, kind: 'session', text: signInText(username, isBack), outcome: '' });
  draft.username = username;
}

/**
 * Returns the results of commands in the server's list, which the commands screen requests, unless they are already known. The list may arrive before the
 * response to the command itself.
 */
function newResults(
  { entries, running, waiting }: Pick<SessionAccount, 'entries' | 'running' | 'waiting'>,
  answer: unknown,
  { kept }: Names,
) {
  return (getCommands.answer.safeParse(answer).data?.results ?? []).flatMap(({ id, status, text }) => {
    const index = running.get(id) ?? waiting.get(id);
    const entry = index === undefined ? undefined : entries[index];
    if (index === undefined || entry === undefined) return [];
    const reason = status === 'failed' && text !== null && kept === undefined ? `: ${text}` : '';
    const outcome = `${wordText(status)}${reason}`;
    return outcome === entry.outcome && !waiting.has(id) && !isFinal(status) ? [] : [{ id, index, status, entry: { ...entry, outcome } }];
  });
}

function readResults(draft: Draft, answer: unknown, names: Names): void {
  for (const { id, index, status, entry } of newResults(draft, answer, names)) {
    draft.entries[index] = entry;
    draft.waiting.delete(id);
    if (isFinal(status)) draft.running.delete(id);
    else draft.running.set(id, index);
  }
}

function sent(draft: Draft, id: string): void {
  const index = draft.waiting.get(id);
  if (index !== undefined) draft.running.set(id, index);
  settle(draft, id, wordText('sent'));
}

/** The changes of the account by each kind of event. No row reads a response body except that of the command list, for the status of the commands. */
const rows: { readonly [Kind in EventKind]?: Row<Kind> } = {
  'session.opened': (draft, { at, profile }) => signIn(draft, at, profile.username),
  'session.rejected': ({ entries }, { at, message }) =>
    entries.push({ at, kind: 'session', text: 'Session ended by the server', outcome: message }),
  'session.closed': ({ entries }, { at }) => entries.push({ at, kind: 'session', text: 'Signed out', outcome: '' }),
  'route.entered': (draft, { at, path, search }, names) => {
    const text = screenOf(path, search, names);
    if (text !== draft.screen) draft.entries.push({ at, kind: 'screen', text, outcome: '' });
    draft.screen = text;
  },
  'command.requested': (draft, { at, command, commandId, deviceName, serial }, names) => {
    const device = mayName(serial, names) ? `${deviceName}, ${serial}` : 'unknown device';
    begin(draft, { at, kind: 'command', text: `${commands[command].label}: ${device}` }, commandId);
  },
  'command.sent': (draft, { commandId }) => sent(draft, commandId),
  'command.rejected': (draft, { commandId, failure }, names) => settle(draft, commandId, `Rejected: ${reasonOf(failure, names)}`),
  'request.started': (draft, { at, call: name, key }, names) => {
    const call = actOf(name, names.calls);
    if (call === undefined) return;
    const text = [call.summary.replace(/\.$/, ''), thingOf(call, key, names)].filter((part) => part !== '').join(': ');
    begin(draft, { at, kind: 'request', text }, key);
  },
  'request.succeeded': (draft, { key, call, answer }, names) => {
    if (call === getCommands.name) readResults(draft, answer, names);
    settle(draft, key, 'Done');
  },
  'request.unchanged': (draft, { key }) => settle(draft, key, 'Done'),
  'request.cancelled': (draft, { key }) => settle(draft, key, 'Cancelled'),
  'request.failed': (draft, { key, failure }, names) => settle(draft, key, `Failed: ${reasonOf(failure, names)}`),
};

function addEvent<Kind extends EventKind>(draft: Draft, event: Extract<FleetEvent, { kind: Kind }>, names: Names): void {
  const row: Row<Kind> | undefined = rows[event.kind];
  row?.(draft, event, names);
}

/** Returns whether events of a kind are read for an account. A response is large, so it is read only while an outcome or result is awaited. */
const isRead = (kind: string, { waiting, running }: Pick<SessionAccount, 'waiting' | 'running'>): boolean =>
  Object.hasOwn(rows, kind) && (kind !== 'request.succeeded' || waiting.size > 0 || running.size > 0);

/** Returns the user name of the person who is signed in at the start of a block; '' if nobody is. */
const personOf = ({ keyframe }: EventBlock): string => (keyframe === null ? '' : (selectProfile(stateOf(keyframe))?.username ?? ''));

/**
 * Returns the account with one more block. The log does not record the end of a session: when another log follows and the same person neither
 * continues it nor returns soon, the console was closed, or the person signed out, at the last event of the previous log.
 */
export function extendAccount(before: SessionAccount, log: string, block: EventBlock, names: Names): SessionAccount {
  const isSame = before.log === log;
  // A person who is already signed in at the start of a log continues the session in another tab.
  const person = isSame ? '' : personOf(block);
  const goesOn = person !== '' && person === before.username;
  const draft: Draft = {
    entries: [...before.entries],
    waiting: new Map(isSame ? before.waiting : []),
    running: new Map(before.running),
    username: person === '' ? before.username : person,
    screen: isSame ? before.screen : '',
  };
  const lastText = before.entries.findLast(({ kind }) => kind === 'session')?.text;
  const ends = before.log !== null && !isSame && lastText !== 'Signed out' && lastText !== ENDED && !goesOn;
  if (ends) draft.entries.push({ at: before.endsAt, kind: 'session', text: ENDED, outcome: '' });
  for (let index = 0; index < block.count; index += 1) {
    if (isRead(block.kindOf(index), draft)) addEvent(draft, block.eventAt(index), names);
  }
  return { ...draft, log, endsAt: block.count === 0 ? before.endsAt : block.atOf(block.count - 1) };
}

/** Returns the id of the command, or the key of the request, whose outcome an event reports; null for other events. */
function settledBy(event: FleetEvent): string | null {
  if (event.kind === 'command.sent' || event.kind === 'command.rejected') return event.commandId;
  if (event.kind === 'request.succeeded' || event.kind === 'request.unchanged') return event.key;
  return event.kind === 'request.cancelled' || event.kind === 'request.failed' ? event.key : null;
}

/** Returns whether an event changes an account. Most events do not: every poll is a request, too. */
function changes(account: SessionAccount, event: FleetEvent, names: Names): boolean {
  const hasRoom = account.entries.length < MAX_SESSION_LINES;
  if (event.kind === 'request.started') return hasRoom && actOf(event.call, names.calls) !== undefined;
  if (event.kind === 'route.entered') return hasRoom && screenOf(event.path, event.search, names) !== account.screen;
  const settled = settledBy(event);
  if (settled === null) return hasRoom && isRead(event.kind, account);
  if (account.waiting.has(settled)) return true;
  const isList = event.kind === 'request.succeeded' && event.call === getCommands.name && isRead(event.kind, account);
  return isList && newResults(account, event.answer, names).length > 0;
}

/** Returns the account of a running session with its next events; the same object if they add nothing. It has no more entries than the server keeps. */
export function accountWith(before: SessionAccount, events: readonly FleetEvent[], names: Names): SessionAccount {
  let draft: (Draft & SessionAccount) | null = null;
  for (const event of events) {
    if (!changes(draft ?? before, event, names)) continue;
    draft ??= { ...before, entries: [...before.entries], waiting: new Map(before.waiting), running: new Map(before.running) };
    addEvent(draft, event, names);
  }
  return draft === null ? before : { ...draft, endsAt: events.at(-1)?.at ?? before.endsAt };
}

/** Returns the entries together with those of errors, in order of time. */
export const withErrors = (entries: readonly AccountEntry[], errors: readonly AccountEntry[]): readonly AccountEntry[] =>
  [...entries, ...errors].toSorted((one, other) => one.at - other.at);

interface Begin {
  /** In ms since epoch. */
  readonly at: number;
  readonly username: string;
  /** Whether the page was reloaded. */
  readonly isBack: boolean;
  readonly route: { readonly path: string; readonly search: string } | null;
}

/** Returns the account of a running session from now on: its person, and the screen that the person looks at. */
export function beginAccount({ at, username, isBack, route }: Begin, names: Names): SessionAccount {
  const screen = route === null ? '' : screenOf(route.path, route.search, names);
  const entries: AccountEntry[] = [{ at, kind: 'session', text: signInText(username, isBack), outcome: '' }];
  if (screen !== '') entries.push({ at, kind: 'screen', text: screen, outcome: '' });
  return { ...EMPTY_ACCOUNT, entries, endsAt: at, username, screen };
}
