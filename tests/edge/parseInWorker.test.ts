import { firstValueFrom } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { createParseInWorker, type Apart, type Reader } from '#edge/parseInWorker';
import { columnWriter } from '#streams/socket/columnWriter';
import { readFrame, toEvents } from '#streams/socket/frame';

const push = (serial: string) => ({ type: 'state', serial, timestamp: '2026-03-04T13:05:00.000Z', state: { current_state: 'waiting' } });
/** Text of a frame that is long enough to be read apart. */
const longFrame = (first: string) => JSON.stringify(Array.from({ length: 200 }, (_, index) => push(`${first}-${String(index)}`)));

/** A reader that answers on request. */
function aReader() {
  const events = new EventTarget();
  const given: Apart[] = [];
  const write = columnWriter();
  const reader: Reader = {
    addEventListener: events.addEventListener.bind(events),
    postMessage: (apart: Apart) => given.push(apart),
  };
  let answered = 0;
  const answer = () => {
    const apart = given[answered];
    answered += 1;
    if (apart === undefined) throw new Error('nothing was given');
    events.dispatchEvent(new MessageEvent('message', { data: structuredClone(write(apart.kind, apart.text)) }));
  };
  return { reader, given, answer, fail: () => events.dispatchEvent(new Event('error')) };
}

describe('reading apart', () => {
  it('[FRAME3] a short frame is read here, and starts nothing', async () => {
    const parseInWorker = createParseInWorker(() => {
      throw new Error('started');
    });
    expect(await firstValueFrom(parseInWorker('frame', JSON.stringify([push('LF-01')])))).toBeNull();
  });

  it('[FRAME3] a long frame is read by the one reader, in order', async () => {
    const { reader, given, answer } = aReader();
    let opened = 0;
    const parseInWorker = createParseInWorker(() => {
      opened += 1;
      return reader;
    });
    const texts = [longFrame('LF'), longFrame('DV')];
    const read = Promise.all(texts.map((text) => firstValueFrom(parseInWorker('frame', text))));
    expect(given).toEqual(texts.map((text) => ({ kind: 'frame', text })));
    answer();
    answer();
    expect((await read).map((reading) => reading && toEvents(reading))).toEqual(texts.map(readFrame));
    expect(opened).toBe(1);
  });

  it('[FRAME3] a frame that nobody waits for any more spoils none of the next', async () => {
    const { reader, answer } = aReader();
    const parseInWorker = createParseInWorker(() => reader);
    parseInWorker('frame', longFrame('LF')).subscribe().unsubscribe();
    const read = firstValueFrom(parseInWorker('frame', longFrame('LF')));
    answer();
    answer();
    const reading = await read;
    expect(reading && toEvents(reading)).toEqual(readFrame(longFrame('LF')));
  });

  it('[FRAME3] what is no JSON is left to the page', async () => {
    const { reader, answer } = aReader();
    const read = firstValueFrom(createParseInWorker(() => reader)('frame', 'x'.repeat(20_000)));
    answer();
    expect(await read).toBeNull();
  });

  it('[FRAME3] a reader that breaks loses no frame: all are read here from then on', async () => {
    const { reader, given, fail } = aReader();
    const parseInWorker = createParseInWorker(() => reader);
    const read = Promise.all([longFrame('LF'), longFrame('DV')].map((text) => firstValueFrom(parseInWorker('frame', text))));
    fail();
    expect(await read).toEqual([null, null]);
    expect(await firstValueFrom(parseInWorker('frame', longFrame('XC')))).toBeNull();
    expect(given).toHaveLength(2);
  });

  it('[FRAME3] where no reader can be had everything is read here', async () => {
    let asked = 0;
    const parseInWorker = createParseInWorker(() => {
      asked += 1;
      throw new DOMException('refused', 'SecurityError');
    });
    expect(await firstValueFrom(parseInWorker('frame', longFrame('LF')))).toBeNull();
    expect(await firstValueFrom(parseInWorker('frame', longFrame('LF')))).toBeNull();
    expect(asked).toBe(1);
  });
});
