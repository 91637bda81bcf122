import { expect, it } from 'vitest';
import { createSnapshots } from '#server/fleet/sockets/snapshots';

/** A queue whose turns the test takes. */
function world() {
  const turns: (() => void)[] = [];
  const sent: string[] = [];
  const busy = new Set<object>();
  const snapshots = createSnapshots((work) => void turns.push(work));
  return {
    snapshots,
    sent,
    busy,
    request: (socket: object, person: string, name: string) =>
      snapshots.request(socket, { person, isReady: () => !busy.has(socket), send: () => void sent.push(name) }),
    /** Takes one turn; returns whether there was one. */
    turn: () => turns.shift()?.() !== null && turns.length > 0,
  };
}

it('[SNAP1] one snapshot is made in a turn, however many are asked for', () => {
  const { request, sent, turn } = world();
  for (const name of ['a', 'b', 'c']) request({}, name, name);
  turn();
  expect(sent).toEqual(['a']);
  turn();
  expect(sent).toEqual(['a', 'b']);
  turn();
  expect(sent).toEqual(['a', 'b', 'c']);
});

it('[SNAP1] a socket that subscribes again and again gets the newest alone, and the next one when that has left', () => {
  const { request, sent, turn, busy, snapshots } = world();
  const socket = {};
  for (let index = 0; index < 20; index += 1) request(socket, 'a', `a${index}`);
  turn();
  expect(sent).toEqual(['a19']);
  busy.add(socket);
  request(socket, 'a', 'again');
  turn();
  expect(sent).toEqual(['a19']);
  busy.delete(socket);
  snapshots.renew();
  turn();
  expect(sent).toEqual(['a19', 'again']);
});

it('[SNAP1] two sockets of a person get one per batch, and those of others are not held up', () => {
  const { request, sent, turn, snapshots } = world();
  for (let index = 0; index < 10; index += 1) request({}, 'many', `many${index}`);
  request({}, 'other', 'other');
  for (let index = 0; index < 12; index += 1) turn();
  expect(sent).toEqual(['many0', 'many1', 'other']);
  snapshots.renew();
  for (let index = 0; index < 12; index += 1) turn();
  expect(sent).toEqual(['many0', 'many1', 'other', 'many2', 'many3']);
});

it('[SNAP1] a socket that has gone is sent nothing', () => {
  const { request, sent, turn, snapshots } = world();
  const socket = {};
  request(socket, 'a', 'a');
  snapshots.forget(socket);
  turn();
  expect(sent).toEqual([]);
});
