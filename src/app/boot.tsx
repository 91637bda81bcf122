import { StrictMode, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { filter, firstValueFrom } from 'rxjs';
import type { ConsoleConfig } from '#contract/config';
import { openBrowserSession } from '#edge/browserSession';
import { missingSupport } from '#edge/browserSupport';
import { liveClock } from '#edge/clock';
import { loadConfig, StartError } from '#edge/config';
import { createDownloads } from '#edge/downloads';
import type { LivePorts } from '#edge/livePorts';
import { openMemory } from '#edge/browserMemory';
import { firstIdle, online } from '#edge/pageSignals';
import type { Session } from '#edge/session';
import type { Attempt } from '#streams/query/requestOnce';
import type { BrowserStorage } from '#ui/browserStorage';
import { type Downloads, DownloadsContext } from '#ui/DownloadsContext';
import { ErrorBoundary } from '#ui/ErrorBoundary';
import { UiProvider } from '#ui/UiProvider';
import { ConsoleContext, type Console } from './console/ConsoleContext.ts';
import { SignInPage } from './console/SignInPage.tsx';
import { startStep } from './startStep.tsx';

const ROOT = '/';

/** Replaces the URL with the root, for a user who is not signed in; returns the requested path. Source: SIGN-001. */
function toRoot({ location, history }: Window): string {
  const wanted = location.pathname + location.search;
  if (location.pathname !== ROOT) history.replaceState(null, '', ROOT);
  return wanted;
}

/** Renders the sign-in page without the code that only signed-in users need. */
function signInPage(console: Console): ReactNode {
  const hint = new URLSearchParams(window.location.search).get('login_hint');
  return (
    <ConsoleContext value={console}>
      <SignInPage hint={hint} year={new Date(liveClock.now()).getUTCFullYear()} refused={null} />
    </ConsoleContext>
  );
}

/** Returns the result of a request whose code could not be downloaded. */
const noResponse = (): Attempt => ({ ok: false, failure: { status: 0, message: '' }, offsetMs: null });

/** Returns a function that renders content into an element, with theme and storage; an error results in a notice instead of an empty page. */
function drawIn(root: HTMLElement, remember: BrowserStorage, downloads: Downloads): (what: ReactNode) => void {
  const drawn = createRoot(root);
  return (what) =>
    drawn.render(
      <StrictMode>
        <DownloadsContext value={downloads}>
          <UiProvider remember={remember}>
            <ErrorBoundary>{what}</ErrorBoundary>
          </UiProvider>
        </DownloadsContext>
      </StrictMode>,
    );
}

/** Throws a `StartError` with the reason if the console cannot run in this browser; the user may then enable the blocked feature and try again. */
function requireSupport(page: Window & typeof globalThis): void {
  const missing = missingSupport(page);
  if (missing !== null) throw new StartError(missing);
}

/** Returns a function that downloads ports, log, calls, store and routes; a failed download is retried when the code is needed. The ports are created once. */
function appOf(config: ConsoleConfig, session: Session) {
  let ports: LivePorts | null = null;
  return async () => {
    const { openApp, openPorts, loadAhead, requestOnceAsPromise } = await import('./openApp.tsx');
    ports ??= openPorts(config, session);
    return { openApp, loadAhead, requestOnceAsPromise, ports };
  };
}

/** Starts the console in an element: first the sign-in page, with its session and single requests, before the log and the store exist; then the rest. */
export async function boot(root: HTMLElement): Promise<void> {
  const downloads = createDownloads(window, liveClock);
  const remember = openMemory(window);
  const show = drawIn(root, remember, downloads);
  const step = <T,>(take: () => Promise<T>) => startStep(take, downloads, show);
  await step(async () => requireSupport(window));
  const config = await step(() => loadConfig(window));
  const session = await openBrowserSession(config, window);
  const load = appOf(config, session);
  const console: Console = {
    config,
    session,
    online$: online(window),
    requestOnce: (request, body) =>
      load().then(({ requestOnceAsPromise, ports }) => requestOnceAsPromise(ports)(request, body), noResponse),
  };
  // The download runs while the user types.
  load().catch(() => undefined);
  const wanted = session.token() === null ? toRoot(window) : null;
  if (wanted !== null) show(signInPage(console));
  await firstValueFrom(session.profile$.pipe(filter((profile) => profile !== null)));
  const [{ openApp, loadAhead, ports }, { openFlightRecorder }] = await step(() =>
    Promise.all([load(), import('./recorder/openFlightRecorder.ts')]),
  );
  const recorder = openFlightRecorder(window);
  ports.recordTo(recorder);
  const address = wanted ?? window.location.pathname;
  const app = await openApp(console, ports, { recorder, remember, address });
  // The code is loaded after the first render, before the user needs it, because the network may be unavailable by then.
  void firstIdle(window).then(loadAhead);
  if (wanted === null) return show(app);
  window.history.replaceState(null, '', wanted);
  // Rendered synchronously, so the URL and the shown page never differ.
  flushSync(() => show(app));
}
