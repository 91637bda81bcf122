import type { ReactNode } from 'react';
import { filter, firstValueFrom, from } from 'rxjs';
import { selectSession } from '#state/session';
import { requestOnce } from '#streams/requestOnce';
import type { Ports } from '#streams/ports';
import { App } from './App.tsx';
import type { Console } from './ConsoleContext.ts';
import { startLog } from './start.ts';

/** Sends one request beside the log, for the steps of the sign-in. */
export const requestOnceAsPromise =
  (ports: Ports): Console['requestOnce'] =>
  (request, body) =>
    firstValueFrom(requestOnce(ports, request, body));

/** Starts the log and gives the console that shows it, once the store knows who is there; to be called once. */
export async function openApp(console: Console, ports: Ports): Promise<ReactNode> {
  const running = startLog(console, ports);
  // Before its first session event the store knows nobody, and the sign-in page would flash up.
  await firstValueFrom(from(running.store).pipe(filter((s) => selectSession(s).phase !== 'unknown')));
  return <App running={running} console={console} />;
}
