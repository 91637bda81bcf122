import { WebSocket } from 'ws';
import { frameReader } from '#streams/columnFrame/frameReader';
import { recordingCodec } from '../src/edge/bytes/recordingCodec.ts';

/** The consoles of `fanout` in a separate process: they count the pushes in each frame and print the sum for each input line. */
const [address = '', count = '0'] = process.argv.slice(2);
const PUSH = Buffer.from('"type":');

let pushes = 0;
const consoles = Array.from({ length: Number(count) }, () => new WebSocket(address, { perMessageDeflate: false }));
for (const one of consoles) {
  const read = frameReader(recordingCodec);
  one.on('message', (data, isBinary) => {
    if (!Buffer.isBuffer(data)) return;
    if (isBinary) {
      pushes += read(data).reports.length;
      return;
    }
    for (let at = data.indexOf(PUSH); at !== -1; at = data.indexOf(PUSH, at + PUSH.length)) pushes += 1;
  });
}
process.stdin.on('data', () => process.stdout.write(`${String(pushes)}\n`));
