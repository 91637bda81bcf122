import { expect, it } from 'vitest';
import { createFileRecord } from '#server/app/fileRecord';

function record() {
  const lines: { at: number; who: string; params: object; organisations: readonly string[] }[] = [];
  const timers: (() => void)[] = [];
  const clock = { now: 0 };
  const { recorded, flush } = createFileRecord({
    append: ({ at, who, params, organisations = [] }) => void lines.push({ at, who, params, organisations }),
    ownerOf: (serial) => (serial === 'LF-01' ? 'org-1' : null),
    now: () => clock.now,
    after: (_, run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
  });
  return { lines, timers, clock, recorded, flush };
}

it('[AUDITC2] the files that a device puts within a minute are one line of it, for its owner', () => {
  const { lines, timers, clock, recorded } = record();
  recorded('LF-01', 'a.bag.gz');
  clock.now = 5_000;
  recorded('DV-02', 'b.log');
  recorded('LF-01', 'a.mp4');
  expect(lines).toEqual([]);
  for (const run of timers.splice(0)) run();
  expect(lines).toEqual([
    { at: 0, who: 'LF-01', params: { serial: 'LF-01', files: 'a.bag.gz, a.mp4', count: '2' }, organisations: ['org-1'] },
    { at: 5_000, who: 'DV-02', params: { serial: 'DV-02', files: 'b.log', count: '1' }, organisations: [] },
  ]);
  recorded('LF-01', 'c.dat');
  for (const run of timers.splice(0)) run();
  expect(lines).toHaveLength(3);
});

it('[AUDITC2] many names are counted, and what waits is written before the end of the server', () => {
  const { lines, timers, recorded, flush } = record();
  for (let at = 0; at < 500; at += 1) recorded('LF-01', `incident-${at}.bag.gz`);
  flush();
  expect(timers).toEqual([]);
  expect(lines).toHaveLength(1);
  const [{ params } = { params: {} }] = lines;
  expect(params).toMatchObject({ count: '500', files: expect.stringMatching(/^incident-0\.bag\.gz, .*, …$/) });
  expect(JSON.stringify(params).length).toBeLessThan(250);
});
