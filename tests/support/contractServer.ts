import { afterAll, beforeAll } from 'vitest';
import { workerDatabases, type TestDatabases } from './testDatabase.ts';
import { startSeededServer, type TestParts, type TestServer } from './testServer.ts';

/** Starts one server for all tests of a file. */
export function withServer(
  consoleDir?: string,
  more: TestParts = {},
): { readonly it: () => TestServer; readonly databases: () => TestDatabases } {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startSeededServer(consoleDir, more);
  });
  afterAll(async () => {
    await server?.close();
  });
  const present = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error('not started');
    return thing;
  };
  return { it: () => present(server), databases: workerDatabases };
}

/** The groups of a user of each role, named as in the demo's organisations. */
export const staff = ['user_type:system_admin'];
export const support = ['user_type:license_support_engineer'];
export const adminOf = (organisation: string) => ['user_type:organisation_admin', `organisation:${organisation}`];
export const userOf = (organisation: string) => ['user_type:organisation_user', `organisation:${organisation}`];
