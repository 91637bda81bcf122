import { expect, it } from 'vitest';
import { createSampleSessions } from '#edge/sampleSessions';

const session = { file: 'calm-shift.orangery', note: 'Nothing goes wrong', from: 0, to: 60_000, devices: 3, size: 9_000 };
const served = (answer: () => Response) => {
  const asked: unknown[] = [];
  const fetch = async (address: unknown) => {
    asked.push(address);
    return answer();
  };
  return { asked, sessions: createSampleSessions({ fetch }) };
};

it('[SAMPLES1] lists the sessions that are served with the console, and loads one', async () => {
  const { asked, sessions } = served(() => Response.json([session]));
  expect(await sessions.list()).toEqual([session]);
  await sessions.load(session);
  expect(asked).toEqual(['/sessions/index.json', '/sessions/calm-shift.orangery']);
});

it.each<[string, () => Response]>([
  ['a missing index', () => new Response('', { status: 404 })],
  ['a host that answers with its page', () => new Response('<!doctype html>')],
  ['an index that names another folder', () => Response.json([{ ...session, file: '../secret.orangery' }])],
])('[SAMPLES1] %s is an empty list', async (_, answer) => {
  expect(await served(answer).sessions.list()).toEqual([]);
});

it('[SAMPLES1] a session that does not come is a failure of one line', async () => {
  const { sessions } = served(() => new Response('', { status: 500 }));
  await expect(sessions.load(session)).rejects.toThrow(/^This session could not be loaded\.$/);
});
