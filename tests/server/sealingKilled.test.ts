import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { discardFile, discardUnfinished } from '#server/history/parquet/catalogue';
import { sealDays } from '#server/history/sealed/sealDays';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { readReports } from '#server/history/reports/readReports';
import { DAY, DAY_END, openSealingStand, type SealingStand } from '../support/history/sealing.ts';

const script = fileURLToPath(new URL('../support/history/sealUntil.ts', import.meta.url));
let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand();
});
afterEach(() => stand.close());

const reports = Array.from({ length: 600 }, (_, index) => ({
  serial: `LF-${index % 2}`,
  receivedAt: DAY + index * 1_000,
  deviceTime: DAY + index * 1_000,
  sequence: index,
  state: { battery_level: index / 8 },
}));
const stored = () =>
  readReports(
    { database: stand.database, parquets: storedParquets(stand.storage) },
    { from: 0, to: Date.UTC(2100, 0), devices: ['LF-0', 'LF-1'].map((serial) => ({ serial, times: 'all' })) },
  );

it.each(['fence 1', 'fence 2', 'before the file', 'after the file', 'fence 3', 'at the end'])(
  '[SEALED8] a server that is killed while it seals, here at step "%s", loses no report and leaves none twice',
  async (step) => {
    await stand.add(reports);
    const child = spawn(process.execPath, [script, stand.url, stand.folder, String(DAY_END), step], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await stored()).toEqual({ reports, unreadable: [] });
    await discardUnfinished(stand.parts);
    await sealDays(stand.parts, DAY_END);
    expect(await stored()).toEqual({ reports, unreadable: [] });
    const files = await stand.database.selectFrom('history_file').select(['state', 'row_count']).execute();
    expect([await stand.hot(), files]).toEqual([[], [{ state: 'complete', row_count: 600 }]]);
  },
);

it('[SEALED8] a file whose completion was not answered is complete all the same, and is not removed', async () => {
  await stand.add(reports);
  await sealDays(stand.parts, DAY_END);
  const [file] = await stand.database.selectFrom('history_file').select('name').execute();
  await discardFile(stand.parts, file?.name ?? '');
  expect(await stored()).toEqual({ reports, unreadable: [] });
});
