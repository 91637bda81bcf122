import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8');

const GROUPS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const RELEASED = /^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/;

/** Released versions of a changelog with their dates, the newest first. */
const releases = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, version, date] = RELEASED.exec(line) ?? [];
    return version === undefined || date === undefined ? [] : [{ version, date }];
  });

/** Lines of a changelog that are in no version, in no group or in it twice, and headings of neither. */
function faultsIn(text: string): readonly string[] {
  let version = '';
  let group = '';
  const known = new Set<string>();
  /** Whether it is the first of its kind. */
  const isNew = (key: string) => !known.has(key) && known.add(key).size > 0;
  return text.split('\n').filter((line) => {
    if (line.startsWith('## ')) {
      [version, group] = [line, ''];
      return !(line === '## [Unreleased]' || RELEASED.test(line)) || !isNew(line);
    }
    if (line.startsWith('### ')) {
      group = line.slice('### '.length);
      return version === '' || !GROUPS.includes(group) || !isNew(`${version} ${group}`);
    }
    return line.startsWith('- ') && (group === '' || !isNew(line));
  });
}

const changelog = read('CHANGELOG.md');

it('[RELEASE1] each line of the changelog is once in a known group of a version with a date', () => {
  expect(faultsIn(changelog)).toEqual([]);
  expect(changelog.split('\n').filter((line) => line.startsWith('- ')).length).toBeGreaterThan(250);
});

it('[RELEASE1] versions and dates fall from the newest to the first', () => {
  const all = releases(changelog);
  const parts = (version: string) => version.split('.').map((part) => part.padStart(6, '0'));
  const keys = all.map(({ version, date }) => ({ version: parts(version).join('.'), date }));
  expect(all.at(-1)?.version).toBe('0.1.0');
  expect(keys.map(({ version }) => version)).toEqual(
    keys
      .map(({ version }) => version)
      .toSorted()
      .toReversed(),
  );
  expect(keys.map(({ date }) => date)).toEqual(
    keys
      .map(({ date }) => date)
      .toSorted()
      .toReversed(),
  );
});

it('[RELEASE1] the newest version is that of the package, the image and the chart', () => {
  const versioned = z.object({ version: z.string() });
  const chart = versioned.extend({ appVersion: z.string() }).parse(parse(read('deploy/helm/orangery/Chart.yaml')));
  const images = ['deploy/compose.yaml', 'deploy/Dockerfile'].map((file) => /\borangery:([\w.]+)/.exec(read(file))?.[1]);
  const lock = versioned.extend({ packages: z.object({ '': versioned }) }).parse(JSON.parse(read('package-lock.json')));
  const named = [
    versioned.parse(JSON.parse(read('package.json'))).version,
    lock.version,
    lock.packages[''].version,
    chart.version,
    chart.appVersion,
    ...images,
  ];
  expect(new Set(named)).toEqual(new Set([releases(changelog)[0]?.version]));
});

it.each([
  ['## [Unreleased]\n\n### Added\n\n- One.\n\n## [0.1.0] - 2026-11-22\n\n### Fixed\n\n- Two.', []],
  ['## Unreleased\n\n### Added\n\n- One.', ['## Unreleased']],
  ['## [0.1.0]\n\n### Added\n\n- One.', ['## [0.1.0]']],
  ['## [Unreleased]\n\n- One.', ['- One.']],
  ['## [Unreleased]\n\n### Mended\n\n- One.', ['### Mended']],
  ['## [Unreleased]\n\n### Added\n\n- One.\n\n### Added\n\n- Two.', ['### Added']],
  ['## [Unreleased]\n\n### Added\n\n- One.\n- One.', ['- One.']],
])('[RELEASE1] finds what is wrong in %j', (text, faults) => {
  expect(faultsIn(text)).toEqual(faults);
});
