import { afterAll, beforeAll, expect, it } from 'vitest';
import { LeaseLost } from '#server/platform/instances/leases';
import { removeReader, movePosition, release, renew, takeFree, type HeldPartition } from '#server/fleet/ingest/partitions/partitionTable';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { workerDatabases } from '../support/testDatabase.ts';

const STREAM = { created: '2026-03-04T13:05:00Z', last: 1_000 };
let database: ReturnType<typeof openTestDatabase>;
beforeAll(async () => {
  database = openTestDatabase(await workerDatabases().migrated());
});
afterAll(() => database.destroy());

const instance = (holder: string) => ({ database, holder });

const move = (held: HeldPartition | undefined, from: number, to: number) => {
  if (held === undefined) throw new Error('not taken');
  return database.transaction().execute((tx) => movePosition(tx, held, from, to));
};
/** Makes every lease run out. */
const expire = () =>
  database
    .updateTable('report_partition')
    .set({ expires_at: new Date(0) })
    .execute();

it('[GATEWAY6] a partition is read by one instance; who takes it over goes on at the position of the rows, and the former one is refused', async () => {
  const [one, two] = [instance('one'), instance('two')];
  expect(await renew(one)).toMatchObject({ held: [], readers: 1 });
  expect((await renew(two)).readers).toBe(2);
  const taken = await takeFree(one, 8, STREAM);
  expect(taken.map(({ position }) => position)).toEqual(Array.from({ length: 8 }, () => 0));
  const [first] = taken;
  await move(first, 0, 120);
  expect(await takeFree(two, 16, STREAM)).toHaveLength(8);
  expect(await takeFree(one, 16, STREAM)).toEqual([]);
  expect((await renew(one)).held).toHaveLength(8);

  await expire();
  const over = await takeFree(two, 16, STREAM);
  expect(over).toHaveLength(16);
  const again = over.find(({ partition }) => partition === first?.partition);
  expect(again).toEqual({ partition: first?.partition, epoch: (first?.epoch ?? 0) + 1, position: 120 });
  await expect(move(first, 120, 130)).rejects.toThrow(LeaseLost);
  await move(again, 120, 130);
  // Its rows were written already, by a transaction whose commit it did not learn of.
  await expect(move(again, 120, 130)).rejects.toThrow(LeaseLost);
  expect((await renew(one)).held).toEqual([]);

  await release(two, [again?.partition ?? -1]);
  expect(await takeFree(one, 16, STREAM)).toMatchObject([{ partition: again?.partition, position: 130 }]);
  await removeReader(two);
  expect((await renew(one)).readers).toBe(1);
});

it('[GATEWAY6] a stream that was made anew is read from its beginning, one that has lost its end from there', async () => {
  const one = instance('again');
  await expire();
  const [taken] = await takeFree(one, 1, STREAM);
  await move(taken, taken?.position ?? 0, 500);
  await expire();
  expect(await takeFree(one, 1, STREAM)).toMatchObject([{ position: 500 }]);
  await expire();
  expect(await takeFree(one, 1, { ...STREAM, last: 480 })).toMatchObject([{ position: 480 }]);
  await expire();
  expect(await takeFree(one, 1, { created: '2026-04-01T00:00:00Z', last: 7 })).toMatchObject([{ position: 0 }]);
});
