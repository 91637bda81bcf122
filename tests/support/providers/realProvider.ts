import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { until } from '../until.ts';

/** A real OpenID provider, with the server settings for it. */
export interface RealProvider {
  readonly env: Readonly<Record<string, string>>;
  /** E-mail address of a system administrator. */
  readonly email: string;
  /** Submits the provider's login page in the popup. */
  readonly logIn: (popup: Page) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A provider's program and its data. */
interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Removed once the program has ended. */
  readonly folder: string;
  /** Returns a success status once the program is ready. */
  readonly readyAt: string;
  /** Further set-up before the first sign-in. */
  readonly setUp?: () => Promise<void>;
}

/** Returns why a provider cannot be used here; null when it can. */
export function missingOf(files: readonly string[]): string | null {
  const missing = files.filter((file) => !existsSync(file));
  return missing.length === 0 ? null : `not installed: ${missing.join(', ')}`;
}

/** Returns a new RSA key in PEM. */
export const signingKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

/** Starts a provider's program; resolves with its stop function once it responds and is set up. A failed start leaves no process running. */
export async function startProgram({ command, args, env, folder, readyAt, setUp }: Program): Promise<() => Promise<void>> {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const answers = () =>
    fetch(readyAt).then(
      (answer) => answer.ok,
      () => false,
    );
  try {
    await until(`${command} answers`, answers);
    await setUp?.();
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
