import { expect, it } from 'vitest';
import { openMemory } from '#edge/browserMemory';

function storage() {
  const kept = new Map<string, string>();
  return { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => void kept.set(name, text) };
}

it('[SIGN-011] remembers the last used email from one visit to the next', () => {
  const page = { localStorage: storage() };
  expect(openMemory(page).get('last-email')).toBeNull();
  openMemory(page).set('last-email', 'an@serrarobotics.example');
  expect(openMemory(page).get('last-email')).toBe('an@serrarobotics.example');
});

it('[SIGN-011] sees what another page of this browser remembered meanwhile', () => {
  const page = { localStorage: storage() };
  const [one, two] = [openMemory(page), openMemory(page)];
  one.set('theme', 'dark');
  expect(two.get('theme')).toBe('dark');
});

it('[SHELL-044] [SHELL-045] the values of this page stay, whatever another one chooses meanwhile', () => {
  const page = { localStorage: storage() };
  const [one, two] = [openMemory(page), openMemory(page)];
  one.set('device_serial', 'LF-01');
  two.set('device_serial', 'LF-02');
  expect(one.get('device_serial')).toBe('LF-01');
  expect(openMemory(page).get('device_serial')).toBe('LF-02');
  expect(one.newest('device_serial')).toBe('LF-02');
});

it('[SIGN-011] remembers for this page when the browser forbids storage', () => {
  const memory = openMemory({
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(memory.get('last-email')).toBeNull();
  memory.set('last-email', 'an@serrarobotics.example');
  expect(memory.get('last-email')).toBe('an@serrarobotics.example');
  expect(memory.newest('last-email')).toBe('an@serrarobotics.example');
});
