import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { readUpload } from '#server/maps/upload/readUpload';

it('[FLOOD10] the thread of an upload that takes too long is ended', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  const isOpened = once(server, 'connection');
  // The thread keeps a connection open until it ends, and sends no map.
  const waiting = new URL(`data:text/javascript,import { connect } from 'node:net'; connect(${port}, '127.0.0.1').resume();`);
  const refused = expect(readUpload('any', 2_000, waiting)).rejects.toMatchObject({ message: 'the zip takes too long to read' });
  const [connection] = await isOpened;
  const isClosed = once(
    connection.on('error', () => undefined),
    'close',
  );
  await refused;
  await isClosed;
  server.close();
});
