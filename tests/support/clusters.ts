import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { serverWorkers } from './workers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clusters: readonly string[];
  }
}

let child: ChildProcessByStdio<Writable, Readable, null> | undefined;

/** Starts a PostgreSQL per worker of the server tests, and builds the console once, so that two tests that start a product do not both build it. */
export async function setup(project: TestProject): Promise<void> {
  const script = fileURLToPath(new URL('runClusters.ts', import.meta.url));
  child = spawn(process.execPath, [script, String(serverWorkers)], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout)) {
    const clusters: readonly string[] = JSON.parse(line);
    project.provide('clusters', clusters);
    return;
  }
  throw new Error('PostgreSQL for the tests did not start');
}

export async function teardown(): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  child.stdin.end();
  await once(child, 'exit');
}
