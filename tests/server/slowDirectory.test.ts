import { expect, it } from 'vitest';
import type { Directory, DirectoryAccount } from '#server/identity/directory/directory';
import { directoryAdministration } from '#server/identity/directory/directoryAdministration';
import { createSnapshot } from '#server/identity/directory/snapshot';
import { conflict } from '#server/platform/failure/failure';

const LAST = { status: 409, message: 'There would be no system admin left.' };
const SLOW = { status: 503, message: expect.stringContaining('still being read') };

const anAdmin = (username: string): DirectoryAccount => ({
  id: username,
  username,
  email: `${username}@serra.example`,
  name: username,
  family_name: '',
  locale: 'nl-BE',
  groups: ['user_type:system_admin'],
  status: 'CONFIRMED',
  hasSecondFactor: null,
  isEnabled: true,
  createdAt: null,
});
const [an, bo] = [anAdmin('an'), anAdmin('bo')];
const [gone, blocked] = [null, { ...bo, isEnabled: false }];

/** A directory of system admins whose accounts are read until a test ends the read; requests wait for none of it. */
function slowDirectory() {
  const stored = new Map<string, DirectoryAccount>();
  const reads: ((accounts: readonly DirectoryAccount[]) => void)[] = [];
  const unused = () => Promise.reject(new Error('not used here'));
  const directory: Directory = {
    accounts: () => new Promise((resolve) => reads.push(resolve)),
    find: async (email) => [...stored.values()].filter((one) => one.email === email),
    setEnabled: async (account, isEnabled) => void stored.set(account.id, { ...account, isEnabled }),
    create: unused,
    resend: unused,
    update: unused,
    remove: unused,
    mailPasswordLink: unused,
    removeSecondFactor: unused,
  };
  const snapshot = createSnapshot({
    read: directory.accounts,
    elapsed: () => 0,
    after: (_, run) => {
      queueMicrotask(run);
      return () => undefined;
    },
    onFailure: () => undefined,
  });
  const administration = directoryAdministration({
    directory,
    snapshot,
    changes: true,
    refuseChange: () => Promise.reject(conflict('elsewhere')),
    groups: async () => new Set<string>(),
    adminLock: (change) => change(),
  });
  return {
    stored,
    block: () => administration.disable(an),
    list: () => administration.inGroup('user_type:system_admin'),
    /** Number of reads that began. */
    begun: () => reads.length,
    endRead: async (accounts: readonly DirectoryAccount[]) => {
      reads.at(-1)?.(accounts);
      await new Promise(setImmediate);
    },
  };
}

it('[DIRECTORY14] [PEOPLE5] the last system admin is refused when the reading that was begun for that has ended, however long it takes', async () => {
  const { stored, block, begun, endRead } = slowDirectory();
  stored.set('an', an);
  await expect(block()).rejects.toMatchObject(SLOW);
  await expect(block()).rejects.toMatchObject(SLOW);
  expect(begun()).toBe(1);
  await endRead([an]);
  // The list may be from before a change at another server.
  await expect(block()).rejects.toMatchObject(SLOW);
  await expect(block()).rejects.toMatchObject(SLOW);
  expect(begun()).toBe(2);
  await endRead([an]);
  await expect(block()).rejects.toMatchObject(LAST);
  expect(begun()).toBe(2);
  expect(stored.get('an')?.isEnabled).toBe(true);
});

it('[DIRECTORY14] one whom the new reading finds lets the change happen, after which all is read again', async () => {
  const { stored, block, list, begun, endRead } = slowDirectory();
  stored.set('an', an);
  await expect(block()).rejects.toMatchObject(SLOW);
  await endRead([an]);
  await expect(block()).rejects.toMatchObject(SLOW);
  stored.set('bo', bo);
  await endRead([an, bo]);
  await block();
  expect(stored.get('an')?.isEnabled).toBe(false);
  expect(begun()).toBe(2);
  await expect(list()).rejects.toMatchObject(SLOW);
  expect(begun()).toBe(3);
});

it.each([
  ['is deleted', gone],
  ['is blocked', blocked],
])('[DIRECTORY14] [DIRECTORY11] one whom the new reading found, and who %s meanwhile at another server, does not count', async (_, now) => {
  const { stored, block, endRead } = slowDirectory();
  stored.set('an', an);
  await expect(block()).rejects.toMatchObject(SLOW);
  await endRead([an]);
  await expect(block()).rejects.toMatchObject(SLOW);
  await endRead([an, bo]);
  if (now !== null) stored.set('bo', now);
  await expect(block()).rejects.toMatchObject(LAST);
  expect(stored.get('an')?.isEnabled).toBe(true);
});
