import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { consoleSources, replaceBuild } from '#server/platform/embedded/console';
import { newDataDir } from '../support/newDataDir.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const OFTEN = `
  import { mkdirSync, writeFileSync } from 'node:fs';
  import { consoleSources, replaceBuild } from './server/platform/embedded/console.ts';
  const [home, name] = process.argv.slice(1);
  for (let count = 0; count < 50; count += 1) {
    const [at, text] = [home + '/console-' + name, name + count];
    mkdirSync(at);
    writeFileSync(at + '/index.html', text);
    writeFileSync(at + '/' + text + '.js', '');
    replaceBuild(at, home + '/console');
  }
`;

function folders() {
  const home = newDataDir();
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const place = path.join(home, 'console');
  const build = (name: string) => {
    const at = path.join(home, `console-${name}`);
    mkdirSync(at);
    writeFileSync(path.join(at, 'index.html'), name);
    writeFileSync(path.join(at, `${name}.js`), '');
    return at;
  };
  return { home, place, build, shown: () => readFileSync(path.join(place, 'index.html'), 'utf8') };
}

it('[START13] a finished build takes the place of the former one as a whole, also where there was none', () => {
  const { home, place, build, shown } = folders();
  for (const name of ['first', 'second']) {
    replaceBuild(build(name), place);
    expect(shown()).toBe(name);
    expect(readdirSync(place).toSorted()).toEqual([`${name}.js`, 'index.html'].toSorted());
  }
  expect(readdirSync(home)).toEqual(['console']);
});

/** Puts 50 builds in their place in a process of its own. */
async function replaceOften(home: string, name: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', OFTEN, home, name], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  expect(await once(child, 'exit')).toEqual([0, null]);
}

it('[START13] one complete build stays of starts that build at the same time', async () => {
  const { home, place, shown } = folders();
  await Promise.all(['a', 'b', 'c'].map((name) => replaceOften(home, name)));
  expect(readdirSync(home)).toEqual(['console']);
  expect(readdirSync(place).toSorted()).toEqual([`${shown()}.js`, 'index.html'].toSorted());
});

it('[START13] the configuration of the build is among the sources whose change requires another one', () => {
  const config = readFileSync(path.join(ROOT, 'vite.config.ts'), 'utf8');
  const plugins = [...config.matchAll(/from '\.\/(vite\.\w+\.ts)'/g)].map(([, file]) => file);
  expect(plugins.length).toBeGreaterThan(2);
  expect(consoleSources).toEqual(expect.arrayContaining(['vite.config.ts', ...plugins]));
  expect(consoleSources.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([]);
  // The recorded sessions, which it serves.
  expect(consoleSources).toContain('fixtures/sessions');
});
