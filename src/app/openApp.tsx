import type { ReactNode } from 'react';
import { filter, firstValueFrom, from } from 'rxjs';
import { selectSession } from '#state/session';
import { requestOnce } from '#streams/query/requestOnce';
import type { Ports } from '#streams/ports';
import { App } from './App.tsx';
import type { Console } from './ConsoleContext.ts';
import { startLog } from './start.ts';

/** Sends one request outside the log, for the steps of the sign-in. */
export const requestOnceAsPromise =
  (ports: Ports): Console['requestOnce'] =>
  (request, body) =>
    firstValueFrom(requestOnce(ports, request, body));

/** Starts the log and returns the app, once the session's state is known; to be called once. */
export async function openApp(console: Console, ports: Ports): Promise<ReactNode> {
  const running = startLog(console, ports);
  // Before the first session event nobody is signed in, and the sign-in page would flash.
  await firstValueFrom(from(running.store).pipe(filter((s) => selectSession(s).phase !== 'unknown')));
  return <App running={running} console={console} />;
}
