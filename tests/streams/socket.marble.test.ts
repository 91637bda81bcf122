import { backoffMs } from '#streams/operators/backoff';
import type { Reading } from '#streams/columns';
import { socket } from '#streams/socket/socket';
import type { SocketEvent, Token } from '#streams/ports';
import { map, mergeMap, startWith } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { aToken, fakePorts } from '../support/fakePorts.ts';
import { marbles } from '../support/marbles.ts';

const ADDRESS = 'wss://api.example/v1';
const subscription = { type: 'subscribe', subscription_type: 'UPDATE', device_serials: [] };
const authentication = (access_token: string) => ({ type: 'authentication', access_token });
const frame: SocketEvent = { kind: 'frame', text: '{"type":"state","serial":"LF-01","timestamp":"2026-03-04T13:05:00Z","state":{}}' };
const closed = (code: number): SocketEvent => ({ kind: 'closed', code });
const tokens: Record<string, Token | null> = {
  a: aToken({ value: 'a' }),
  b: aToken({ value: 'b' }),
  A: aToken({ value: 'a', expiresAt: 1 }),
  n: null,
};

/** One socket after the other as marbles: o opened, f frame, x lost, c closed cleanly, u refused token. */
function link(
  lives: readonly string[],
  token: string,
  variant: (time: Parameters<Parameters<typeof marbles>[0]>[0], at: ReturnType<typeof parts>) => void,
) {
  marbles((time) => variant(time, parts(lives, token, time)))();
}
function parts(
  lives: readonly string[],
  token: string,
  { cold, hot, clock }: Parameters<Parameters<typeof marbles>[0]>[0],
  connection = '',
) {
  const sent: unknown[] = [];
  const opened: SocketEvent = { kind: 'opened', send: (text) => sent.push(JSON.parse(text)) };
  const sockets = lives.map((life) => cold(life, { o: opened, f: frame, x: closed(1006), c: closed(1000), u: closed(4401) }));
  const addresses: string[] = [];
  const openSocket = (address: string) => {
    addresses.push(address);
    return sockets[addresses.length - 1] ?? cold('');
  };
  const online$ = hot(connection, { t: true, f: false }).pipe(startWith(true));
  const ports = fakePorts(clock, { openSocket, token$: cold(token, tokens), online$ });
  const kind$ = socket(ports, ADDRESS).pipe(
    mergeMap(({ events }) => events),
    map((item) => (item.kind === 'socket.closed' ? `lost ${String(item.code)}, ${String(item.retryInMs)}` : item.kind)),
  );
  return { sent, sockets, addresses, kind$ };
}

describe('socket', () => {
  it.each(['wss://api.example', 'wss://api.example/', 'wss://api.example//'])('[CONN10] opens /ws below the address %s', (address) => {
    marbles(({ cold, expectObservable, flush, clock }) => {
      const addresses: string[] = [];
      const openSocket = (one: string) => {
        addresses.push(one);
        return cold<SocketEvent>('');
      };
      expectObservable(socket(fakePorts(clock, { openSocket }), address), '5ms !').toBe('');
      flush();
      expect(addresses).toEqual(['wss://api.example/ws']);
    })();
  });

  it('[LIVE-002] [LIVE-003] [LIVE-004] [LIVE-005] [SOCK1] authenticates and subscribes to all, once open', () => {
    link(['--o--f'], 'a', ({ expectObservable, flush }, { kind$, sent, addresses }) => {
      expectObservable(kind$, '10ms !').toBe('--o--r', { o: 'socket.opened', r: 'device.stateReported' });
      flush();
      expect(addresses).toEqual(['wss://api.example/v1/ws']);
      expect(sent).toEqual([authentication('a'), subscription]);
    });
  });

  it('[SOCK3] says every new token on the open socket, and only the token', () => {
    link(['--o'], 'a---A-b', ({ expectObservable, expectSubscriptions, flush }, { kind$, sent, sockets }) => {
      expectObservable(kind$, '10ms !').toBe('--o', { o: 'socket.opened' });
      expectSubscriptions(sockets[0]?.subscriptions ?? []).toBe('^---------!');
      flush();
      expect(sent).toEqual([authentication('a'), subscription, authentication('b')]);
    });
  });

  it('[SOCK2] opens no socket while nobody is signed in, and leaves it when they go', () => {
    link(['-o', '-o'], 'n--a--n--b', ({ expectObservable, expectSubscriptions }, { kind$, sockets }) => {
      expectObservable(kind$, '15ms !').toBe('----o-----o', { o: 'socket.opened' });
      expectSubscriptions(sockets[0]?.subscriptions ?? []).toBe('---^--!');
      expectSubscriptions(sockets[1]?.subscriptions ?? []).toBe('---------^-----!');
    });
  });

  it(
    '[SHELL-046] [BACK3] opens a new socket at once when the connection returns, and keeps to the pauses while it stays away',
    marbles((time) => {
      const { kind$ } = parts(['-x', '-x', '-o'], 'a', time, '100ms f 99ms t 99ms f');
      const seen = { x: 'lost 1006, 500', y: 'lost 1006, 1000', o: 'socket.opened' };
      time.expectObservable(kind$, '4s !').toBe('-x 199ms y 1000ms o', seen);
    }),
  );

  it('[LIVE-006] [SOCK4] [BACK2] opens a new socket after a loss and after a clean close; an open one begins the pauses anew', () => {
    link(['-x', '-x', '-o-c', '-o'], 'a', ({ expectObservable, flush }, { kind$, sent }) => {
      const seen = '-x 500ms y 1000ms o-c 500ms o';
      expectObservable(kind$, '4s !').toBe(seen, { x: 'lost 1006, 500', y: 'lost 1006, 1000', o: 'socket.opened', c: 'lost 1000, 500' });
      flush();
      expect(sent).toEqual([authentication('a'), subscription, authentication('a'), subscription]);
    });
  });

  it('[BACK2] a socket closed because of the token does not begin the pauses anew', () => {
    link(['(ou)', '(ou)', '(ou)'], 'a', ({ expectObservable }, { kind$ }) => {
      const emitted = { o: 'socket.opened', a: 'lost 4401, 500', b: 'lost 4401, 1000', c: 'lost 4401, 2000' };
      expectObservable(kind$, '2s !').toBe('(oa) 496ms (ob) 996ms (oc)', emitted);
    });
  });

  it('[SOCK4] a socket that cannot even be opened is a loss', () => {
    marbles(({ cold, expectObservable, clock }) => {
      const ports = fakePorts(clock, { openSocket: () => cold('#'), random: () => 0.5 });
      const lost$ = socket(ports, 'nonsense').pipe(map(({ events }) => events[0]));
      expectObservable(lost$, '400ms !').toBe('x', { x: { kind: 'socket.closed', code: 1006, retryInMs: 500 } });
    })();
  });

  it(
    '[FRAME3] a frame that a worker read and one that is a text say the same',
    marbles(({ cold, expectObservable, clock }) => {
      const pushOf = (serial: string) => ({ type: 'state', serial, timestamp: '2026-03-04T13:05:00Z', state: {} });
      const reading: Reading = { reports: [], others: [{ after: 0, push: pushOf('LF-01') }] };
      const text: SocketEvent = { kind: 'frame', text: JSON.stringify(pushOf('LF-02')) };
      const read: SocketEvent = { kind: 'read', reading };
      const openSocket = () => cold('r-t-x', { r: read, t: text, x: closed(1006) });
      const emitted$ = socket(fakePorts(clock, { openSocket }), ADDRESS).pipe(
        mergeMap(({ events }) => events),
        map((item) => (item.kind === 'device.stateReported' ? item.serial : item.kind)),
      );
      expectObservable(emitted$, '400ms !').toBe('a-b-x', { a: 'LF-01', b: 'LF-02', x: 'socket.closed' });
    }),
  );
});

describe('backoff', () => {
  it.each([0, 1, 2, 3, 4, 5, 40].map((failures) => [failures, Math.min(30_000, 1_000 * 2 ** failures)]))(
    '[BACK1] after %i failures the pause is up to %i ms, by chance',
    (failures, longest) => {
      expect(backoffMs(failures, () => 0)).toBe(0);
      expect(backoffMs(failures, () => 0.5)).toBe(longest / 2);
      expect(backoffMs(failures, () => 0.999_999_9)).toBe(longest);
    },
  );
});
