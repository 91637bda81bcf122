import { expect, it } from 'vitest';
import type { BlockStore } from '#past/recorder/blockStore';
import { memoryStore } from '#past/recorder/memoryStore';
import { remoteRecorder, type RecorderMessage, type RecorderReply } from '#edge/recorder/remoteRecorder';
import { serveRecorder } from '#edge/recorder/storedRecorder';
import { keyframeOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import { recorderOn } from '../support/aRecorder.ts';

const start = (username: string, log: string) => ({ username, log, keyframe: keyframeOf(reduceLog(undefined, [])) });
const note = { at: 1_000, text: 'Belt slips' };

it('[NOTE4] the notes of a person stay for the next visit, and another person finds none', async () => {
  const store = memoryStore();
  const before = recorderOn(store);
  await before.start(start('an', 'log 1'));
  expect(await before.notes(note)).toEqual([note]);
  const after = recorderOn(store);
  await after.start(start('an', 'log 2'));
  expect(await after.notes(null)).toEqual([note]);
  await after.start(start('bo', 'log 3'));
  expect(await after.notes(null)).toEqual([]);
});

it('[NOTE4] a recording that is deleted takes its notes with it, and none is kept until the next one begins', async () => {
  const recorder = recorderOn();
  await recorder.start(start('an', 'log 1'));
  await recorder.notes(note);
  await recorder.clear();
  expect(await recorder.notes(null)).toEqual([]);
  expect(await recorder.notes(note)).toEqual([]);
  await recorder.start(start('an', 'log 2'));
  expect(await recorder.notes(null)).toEqual([]);
});

it('[NOTE5] a store that refuses a note keeps the others, and the status says so', async () => {
  const store = memoryStore();
  const refusing: BlockStore = { ...store, putNote: () => Promise.reject(new Error('refused')) };
  const recorder = recorderOn(refusing);
  await recorder.start(start('an', 'log 1'));
  await store.putNote(note);
  expect(await recorder.notes({ at: 2_000, text: 'second' })).toEqual([note]);
});

it('[NOTE1] the notes pass to the recorder in its worker and back', async () => {
  const page = new EventTarget();
  const reply = (data: RecorderReply) => void page.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
  const take = serveRecorder(Promise.resolve(recorderOn()), reply);
  const recorder = remoteRecorder({
    addEventListener: page.addEventListener.bind(page),
    postMessage: (message: RecorderMessage) => take(structuredClone(message)),
  });
  await recorder.start(start('an', 'log 1'));
  expect(await recorder.notes(note)).toEqual([note]);
  expect(await recorder.notes({ ...note, text: '' })).toEqual([]);
  expect(await recorder.blocks()).toEqual([]);
});
