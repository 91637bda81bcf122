import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A server that speaks the protocol of PostgreSQL, accepts every statement and returns no rows. */
export interface FakePostgres {
  readonly url: string;
  /** The texts of the statements that it has received. */
  readonly received: readonly string[];
  /** Leaves statements that contain this text unanswered, until `answer`. */
  readonly withhold: (text: string) => void;
  /** Answers the statements that were left unanswered, and all later ones. */
  readonly answer: () => void;
  /** Closes every connection. */
  readonly disconnect: () => void;
  readonly close: () => Promise<void>;
}

const message = (type: string, body = Buffer.alloc(0)) => {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const READY = message('Z', Buffer.from('I'));
const GREETING = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const DONE = Buffer.concat([message('C', Buffer.from('SET\0')), READY]);
const PREPARED_DONE = Buffer.concat([message('1'), message('2'), message('n'), DONE]);

/** Splits what arrives into messages, each with its type; the first one has none. */
function readMessages(handle: (type: string, body: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return;
      const [type, body] = [isStarted ? rest.toString('latin1', 0, 1) : '', rest.subarray(head + 4, end)];
      isStarted = true;
      rest = rest.subarray(end);
      handle(type, body);
    }
  };
}

/** Opens such a server on a loopback port. */
export async function openFakePostgres(): Promise<FakePostgres> {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const withheld: (() => void)[] = [];
  let silentAbout: string | null = null;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    let statement = '';
    const respond = (bytes: Buffer) => {
      if (silentAbout !== null && statement.includes(silentAbout)) withheld.push(() => socket.write(bytes));
      else socket.write(bytes);
    };
    const handle = (type: string, body: Buffer) => {
      if (type === 'Q' || type === 'P') received.push((statement = body.toString()));
      if (type === '') socket.write(GREETING);
      else if (type === 'Q') respond(DONE);
      else if (type === 'S') respond(PREPARED_DONE);
      else if (type === 'X') socket.end();
    };
    socket.on('data', readMessages(handle));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgres://a:b@127.0.0.1:${at.port}/x`,
    received,
    withhold: (text) => {
      silentAbout = text;
    },
    answer: () => {
      silentAbout = null;
      for (const send of withheld.splice(0)) send();
    },
    disconnect,
    close: () => {
      disconnect();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
