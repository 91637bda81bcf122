import { expect, it } from 'vitest';
import { keepPinging } from '#server/fleet/sockets/pings';

/** A socket with a buffer, which answers a ping when the test says so. */
function aSocket() {
  const socket = {
    bufferedAmount: 0,
    pings: 0,
    isOver: false,
    pong: () => undefined as unknown,
    ping: () => void (socket.pings += 1),
    terminate: () => void (socket.isOver = true),
    once: (_: 'pong', run: () => void) => {
      socket.pong = run;
    },
  };
  return socket;
}

it('[SOCK11] a socket without a pong is ended, one whose buffer drains is not, and is pinged again after its pong', () => {
  const ticks: (() => void)[] = [];
  const [dead, stuck, slow] = [aSocket(), aSocket(), aSocket()];
  keepPinging([dead, stuck, slow], (_, run) => {
    ticks.push(run);
    return () => undefined;
  });
  const look = () => {
    for (const tick of ticks) tick();
    return [dead, stuck, slow].map(({ isOver }) => isOver);
  };
  for (const socket of [stuck, slow]) socket.bufferedAmount = 3_000_000;
  expect(look()).toEqual([false, false, false]);
  slow.bufferedAmount = 1_000_000;
  expect(look()).toEqual([true, true, false]);
  slow.bufferedAmount = 0;
  look();
  slow.pong();
  expect(look()).toEqual([true, true, false]);
  expect(slow.pings).toBe(2);
  expect(look()).toEqual([true, true, true]);
});
