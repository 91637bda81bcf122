import { queryParameter } from '#domain/text/queryParameter';
import type { Call } from '#contract/call';
import { getCommands } from '#contract/command';
import { isFinal } from '#domain/commands/commandText';
import { wordText } from '#domain/text/labels';
import { commands } from '#domain/commands/commandRows';
import { stateOf } from '#state/keyframe';
import { selectProfile } from '#state/session';
import type { EventKind, Failure, FleetEvent } from '#streams/event';
import type { EventBlock } from '#streams/recording/eventBlock';

/** One thing that a person did, or that ended what the person did, or a device that went into error meanwhile. `at` in ms since epoch. */
export interface AccountEntry {
  readonly at: number;
  readonly kind: 'session' | 'screen' | 'command' | 'request' | 'error';
  /** What, in one line. */
  readonly text: string;
  /** What came of it; empty where nothing can. */
  readonly outcome: string;
}

/** The account of a recording so far, read block by block. */
export interface SessionAccount {
  readonly entries: readonly AccountEntry[];
  /** The log of the last block; requests of one log have no outcome in another. */
  readonly log: string | null;
  /** The instant of the last event, ms since epoch. */
  readonly endsAt: number;
  /** Index of the entry that waits for its outcome, by command or key of the request. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Index of the entry of each command that was sent and whose result is not read, by command. */
  readonly running: ReadonlyMap<string, number>;
  /** Who signed in last; '' for nobody. */
  readonly username: string;
  /** The screen of the last entry, of which a change of a filter is no further entry. */
  readonly screen: string;
}

/** What the account calls things. */
export interface Names {
  /** The screens by their paths. */
  readonly titles: ReadonlyMap<string, string>;
  readonly calls: ReadonlyMap<string, Call>;
}

/** Before the first block. */
export const EMPTY_ACCOUNT: SessionAccount = {
  entries: [],
  log: null,
  endsAt: 0,
  waiting: new Map(),
  running: new Map(),
  username: '',
  screen: '',
};

// Commands have events of their own.
const COMMANDS: ReadonlySet<string> = new Set(Object.values(commands).map(({ call }) => call.name));
/** The end of a log that does not say how it ended. */
const ENDED = 'Signed out, or the console was closed';
/** A person who is back within this time, in ms, has loaded the console anew. */
const RELOAD_MS = 60_000;
/** The outcome of what was asked for, until another one is read. */
const PENDING = 'Requested; no answer is recorded';

const reasonOf = ({ status, message }: Failure): string => {
  if (message !== '') return message;
  if (status === 0) return 'no response';
  // A command that the server took and did not carry out.
  return status < 300 ? 'not carried out' : `status ${String(status)}`;
};

/** The path parameters of a call in the key of its request: they name the thing. What else is in the key may be a text that a person typed. */
function thingOf(call: Call, key: string): string {
  const query = key.slice(key.indexOf('?') + 1).split('&');
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return names.flatMap((name) => query.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))).join(', ');
}

/** Of the query of a screen's address the device alone: filters hold what a person typed. */
const screenOf = (path: string, search: string | undefined, names: Names): string =>
  [names.titles.get(path) ?? path, queryParameter(search ?? '', 'device_serial')].filter((part) => part !== '').join(', ');

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

/** A sign-in; right after the end of a log of the same person it is that log which goes on. */
function signIn(draft: Draft, at: number, username: string): void {
  const last = draft.entries.at(-1);
  const isBack = last?.text === ENDED && draft.username === username && at - last.at < RELOAD_MS;
  if (isBack) draft.entries.pop();
  const text = isBack ? 'Loaded the console again' : `Signed in as ${username}; recorded from here`;
  draft.entries.push({ at, kind: 'session', text, outcome: '' });
  draft.username = username;
}

/** The results of commands in the server's list, which the commands screen asks for. The list may come before the response to the command itself. */
function readResults({ entries, running, waiting }: Draft, answer: unknown): void {
  for (const { id, status, text } of getCommands.answer.safeParse(answer).data?.results ?? []) {
    const index = running.get(id) ?? waiting.get(id);
    const entry = index === undefined ? undefined : entries[index];
    if (index === undefined || entry === undefined) continue;
    const reason = status === 'failed' && text !== null ? `: ${text}` : '';
    entries[index] = { ...entry, outcome: `${wordText(status)}${reason}` };
    waiting.delete(id);
    if (isFinal(status)) running.delete(id);
    else running.set(id, index);
  }
}

function sent(draft: Draft, id: string): void {
  const index = draft.waiting.get(id);
  if (index !== undefined) draft.running.set(id, index);
  settle(draft, id, wordText('sent'));
}

/** What an event adds to the account. No row reads a body but that of the list of commands, for their status. */
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
  'command.requested': (draft, { at, command, commandId, deviceName, serial }) =>
    begin(draft, { at, kind: 'command', text: `${commands[command].label}: ${deviceName}, ${serial}` }, commandId),
  'command.sent': (draft, { commandId }) => sent(draft, commandId),
  'command.rejected': (draft, { commandId, failure }) => settle(draft, commandId, `Rejected: ${reasonOf(failure)}`),
  'request.started': (draft, { at, call: name, key }, { calls }) => {
    const call = calls.get(name);
    if (call?.hasSideEffects !== true || COMMANDS.has(name)) return;
    const text = [call.summary.replace(/\.$/, ''), thingOf(call, key)].filter((part) => part !== '').join(': ');
    begin(draft, { at, kind: 'request', text }, key);
  },
  'request.succeeded': (draft, { key, call, answer }) => {
    if (call === getCommands.name) readResults(draft, answer);
    settle(draft, key, 'Done');
  },
  'request.unchanged': (draft, { key }) => settle(draft, key, 'Done'),
  'request.cancelled': (draft, { key }) => settle(draft, key, 'Cancelled'),
  'request.failed': (draft, { key, failure }) => settle(draft, key, `Failed: ${reasonOf(failure)}`),
};

function addEvent<Kind extends EventKind>(draft: Draft, event: Extract<FleetEvent, { kind: Kind }>, names: Names): void {
  const row: Row<Kind> | undefined = rows[event.kind];
  row?.(draft, event, names);
}

/** Who is signed in where a block begins; '' for nobody. */
const personOf = ({ keyframe }: EventBlock): string => (keyframe === null ? '' : (selectProfile(stateOf(keyframe))?.username ?? ''));

/**
 * The account with one more block. The end of a session is not in the log: where another log follows and the person neither goes on in it nor is soon
 * back, the console was closed or the person signed out at the last event of the one before.
 */
export function extendAccount(before: SessionAccount, log: string, block: EventBlock, names: Names): SessionAccount {
  const isSame = before.log === log;
  // Who is signed in already where a log begins, as far as it is held, goes on in another tab.
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
  const isAwaited = () => draft.waiting.size > 0 || draft.running.size > 0;
  for (let index = 0; index < block.count; index += 1) {
    const kind = block.kindOf(index);
    // A response is large: it is read only where one is awaited.
    if (Object.hasOwn(rows, kind) && (kind !== 'request.succeeded' || isAwaited())) addEvent(draft, block.eventAt(index), names);
  }
  return { ...draft, log, endsAt: block.count === 0 ? before.endsAt : block.atOf(block.count - 1) };
}

/** The entries with those of errors, in the order in which all of it happened. */
export const withErrors = (entries: readonly AccountEntry[], errors: readonly AccountEntry[]): readonly AccountEntry[] =>
  [...entries, ...errors].toSorted((one, other) => one.at - other.at);
