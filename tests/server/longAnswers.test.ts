import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { exportBatches } from '#server/incidents/incidentExport';
import { registerCompression } from '#server/platform/http/compression';
import { createApp } from '#server/platform/http/createApp';
import { registerLimits } from '#server/platform/http/limits';
import { sendFile } from '#server/platform/http/serveFile';
import { createTurnQueue, sendText, streamOfPieces } from '#server/platform/http/serveText';
import { createClientAddress } from '#server/platform/limits/clientAddress';
import { spreadsheet, SPREADSHEET_TYPE } from '#server/platform/spreadsheet/spreadsheet';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { seededDatabase } from '../support/testServer.ts';
import { until } from '../support/until.ts';

/** A source without end, of texts that nothing makes shorter. */
function endlessSource() {
  const seen = { characters: 0, isLeft: false };
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (;;) {
        await nextTurn();
        const piece = randomBytes(24_576).toString('base64');
        seen.characters += piece.length;
        yield piece;
      }
    } finally {
      seen.isLeft = true;
    }
  }
  return { seen, pieces };
}

type Pieces = AsyncGenerator<string>;
type Send = (request: FastifyRequest, reply: FastifyReply, pieces: Pieces) => FastifyReply | Promise<FastifyReply>;

async function* linesOf(pieces: Pieces) {
  for await (const piece of pieces) yield [[piece.slice(0, 32_000)]];
}

/** The ways in which an answer leaves that may be long. */
const ways: Readonly<Record<string, Send>> = {
  'pieces of JSON': (_, reply, pieces) => sendText(reply, pieces, createTurnQueue()),
  'a file of pieces': (request_, reply, pieces) =>
    sendFile(request_, reply, { fileName: 'a.json', type: 'application/json', body: streamOfPieces(pieces) }),
  'a spreadsheet': (request_, reply, pieces) => {
    const sheet = { name: 'Things', columns: [{ head: 'Text', width: 10 }], batches: linesOf(pieces), at: new Date(0) };
    return sendFile(request_, reply, { fileName: 'a.xlsx', type: SPREADSHEET_TYPE, body: spreadsheet(sheet) });
  },
  'a stored file': (request_, reply, pieces) => {
    const read = () => Promise.resolve(Readable.from(pieces, { objectMode: false }));
    return sendFile(request_, reply, { fileName: 'a.bag', type: 'application/gzip', body: { size: 1e12, etag: '"a"', read } });
  },
};

/** Capacity of the buffers between a source and a reader, in characters: those of the system included. */
const BETWEEN = 64_000_000;
const TURNS = 5_000;

const table = Object.entries(ways).flatMap(([way, send]) => ['identity', 'gzip', 'br'].map((encoding) => [way, encoding, send] as const));

it.each(table)('[LONG3] %s, sent as %s, is made as fast as it is read, and no longer than somebody reads it', async (_, encoding, send) => {
  const { seen, pieces } = endlessSource();
  const app = createApp(createClientAddress(undefined));
  onTestFinished(() => app.close());
  await registerCompression(app);
  registerLimits(app, { REQUESTS_PER_ADDRESS: 1_000 }, () => 0);
  app.post('/long', (request_, reply) => send(request_, reply, pieces()));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { 'accept-encoding': encoding, 'content-type': 'application/json' };
  const sent = request(`${address}/long`, { method: 'POST', headers, agent: false });
  sent.on('error', () => undefined).end('{}');
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  await once(answer, 'readable');
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  expect(seen.characters).toBeLessThan(BETWEEN);
  expect(seen.isLeft).toBe(false);
  sent.destroy();
  await until('the source is left', () => seen.isLeft);
});

it('[LONG3] an export reads each incident once, also when times have microseconds', async () => {
  const database = openTestDatabase(await seededDatabase());
  const serial = 'LF-0140-23';
  await sql`insert into incident (incident_id, serial, incident_time, received_at, manually_triggered)
    select 'micro-' || n, ${serial}, '2026-03-04 12:00:00.000001Z'::timestamptz + n * interval '1 microsecond', now(), false
    from generate_series(1, 1000) n`.execute(database);
  const wanted = { serials: [serial], start: new Date('2026-03-04T12:00:00Z'), end: new Date('2026-03-04T12:01:00Z') };
  let lines = 0;
  for await (const batch of exportBatches(database, 'all', wanted)) {
    lines += batch.length;
    expect(lines).toBeLessThanOrEqual(1_000);
  }
  expect(lines).toBe(1_000);
  await database.destroy();
});
