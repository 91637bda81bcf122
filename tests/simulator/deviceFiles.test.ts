import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { openDeviceFiles } from '#server/simulator/files/deviceFiles';

const endings: Array<() => void> = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** A server that answers with these statuses, one after the other, and robots whose tokens are numbered. */
async function opened(...statuses: readonly number[]) {
  const left = [...statuses];
  const requests: string[] = [];
  const note = async (request: IncomingMessage) => {
    const login = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    const body = await buffer(request);
    requests.push(`${request.method} ${request.url} ${login} ${body.toString()}`.trim());
    return request.headers['repr-digest'] === `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  };
  const server = createServer((request, reply) => {
    void note(request).then((isWhole) => {
      reply.statusCode = request.method === 'PUT' && !isWhole ? 400 : (left.shift() ?? 204);
      reply.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  let number = 1;
  const files = openDeviceFiles({
    url: `http://127.0.0.1:${port}`,
    token: (serial) => Promise.resolve(`${serial}-${number}`),
    forget: () => {
      number += 1;
    },
  });
  return { files, requests };
}

it('[SIM27] a file is put with serial, token and digest, under its name in full', async () => {
  const { files, requests } = await opened(204, 204);
  await files.put('LF-01', 'a b/ü.dat', Buffer.from('x'));
  await files.put('LF-01', 'logs/log-1', Buffer.from('y'));
  expect(requests).toEqual(['PUT /device-files/a%20b/%C3%BC.dat LF-01:LF-01-1 x', 'PUT /device-files/logs/log-1 LF-01:LF-01-1 y']);
});

it('[SIM27] a robot whose token has ended takes a new one; one that gets none fails', async () => {
  const { files, requests } = await opened(401, 204, 401, 401);
  await files.put('LF-01', 'a.dat', Buffer.from('x'));
  expect(requests.map((one) => one.split(' ')[2])).toEqual(['LF-01:LF-01-1', 'LF-01:LF-01-2']);
  await expect(files.put('LF-01', 'a.dat', Buffer.from('x'))).rejects.toThrow('a.dat is not stored: 401');
});

it.each([
  [200, true],
  [404, false],
  [409, false],
])('[SIM27] a file is wanted or not: %i', async (status, isWanted) => {
  const { files } = await opened(status);
  expect(await files.isWanted('LF-01', 'a.dat')).toBe(isWanted);
});

it('[SIM27] a server that cannot say whether it wants a file is asked again later', async () => {
  const { files } = await opened(503);
  await expect(files.isWanted('LF-01', 'a.dat')).rejects.toThrow('a.dat is not taken: 503');
});
