import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between client and server that can be cut. */
export interface TcpProxy {
  readonly port: number;
  /** Closes every connection and rejects new ones. */
  readonly cut: () => void;
  /** Keeps every connection open without forwarding data; new ones wait too. */
  readonly freeze: () => void;
  /** Closes every connection towards its client, while the server keeps its side; new ones are accepted. */
  readonly abandon: () => void;
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

/** Opens a proxy to a loopback port. */
export async function openProxy(target: number): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const nears = new Set<Socket>();
  const isAbandoned = new WeakSet<Socket>();
  const waiting: (() => void)[] = [];
  let isCut = false;
  let isFrozen = false;
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    keep(far);
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (bytes) => (isFrozen ? waiting.push(() => to.write(bytes)) : to.write(bytes)));
    pass(near, far);
    pass(far, near);
    near.on('close', () => {
      if (!isAbandoned.has(near)) far.destroy();
    });
    nears.add(near);
    near.on('close', () => nears.delete(near));
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  const breakAll = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port: at.port,
    cut: () => {
      isCut = true;
      breakAll();
    },
    freeze: () => {
      isFrozen = true;
    },
    abandon: () => {
      for (const near of nears) {
        isAbandoned.add(near);
        near.resetAndDestroy();
      }
    },
    heal: () => {
      isCut = false;
      isFrozen = false;
      for (const send of waiting.splice(0)) send();
    },
    close: () => {
      breakAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
