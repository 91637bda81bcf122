/** Listens for MQTT clients over TCP, with TLS or without. */

import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { Duplex } from 'node:stream';

/** The certificate of a listener with TLS, and the authorities of the devices' certificates; all as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** Certificate authorities of the devices' certificates; null if devices present no certificate. */
  readonly ca: string | null;
}

/** A listener for devices, or for the server. */
export interface Listener {
  readonly port: number;
  /** Uses another certificate from now on; open connections are kept. */
  readonly renew: (certificate: Certificate) => void;
  readonly close: () => Promise<void>;
}

interface ListenOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Null for a listener without TLS. */
  readonly certificate: Certificate | null;
  readonly handshakeMs: number;
  /** Called with each connection before any byte of it is read. */
  readonly enter: (socket: Socket) => void;
  /** Called with the byte stream of a client, and the connection that carries it. */
  readonly take: (stream: Duplex, socket: Socket) => void;
}

const contextOf = ({ cert, key, ca }: Certificate) => ({ cert, key, ...(ca === null ? {} : { ca }) });

/** Returns the remote address and port of a connection, which are equal for its raw and its decrypted socket. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

function createSecureServer(certificate: Certificate, { handshakeMs, enter, take }: ListenOptions) {
  const hasClientCertificates = certificate.ca !== null;
  const shaking = new Map<string, Socket>();
  const server = createTlsServer({
    ...contextOf(certificate),
    handshakeTimeout: handshakeMs,
    noDelay: true,
    requestCert: hasClientCertificates,
    rejectUnauthorized: hasClientCertificates,
  });
  server.on('connection', (socket) => {
    const name = nameOf(socket);
    shaking.set(name, socket);
    socket.once('close', () => shaking.get(name) === socket && shaking.delete(name));
    enter(socket);
  });
  // A client that refuses the certificate, or whose own certificate is refused, is disconnected; nothing else is affected.
  server.on('tlsClientError', (_, secure) => secure.destroy());
  server.on('secureConnection', (secure: TLSSocket) => take(secure, shaking.get(nameOf(secure)) ?? secure));
  return server;
}

function createPlainServer({ enter, take }: ListenOptions): Server {
  return createServer({ noDelay: true }, (socket) => {
    enter(socket);
    take(socket, socket);
  });
}

/** Opens a listener for MQTT, with TLS or without. */
export async function listen(options: ListenOptions): Promise<Listener> {
  const { certificate, port, host } = options;
  const secure = certificate === null ? null : createSecureServer(certificate, options);
  const server = secure ?? createPlainServer(options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The broker has no port.');
  return {
    port: at.port,
    renew: (next) => secure?.setSecureContext(contextOf(next)),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
