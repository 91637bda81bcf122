import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BehaviorSubject, EMPTY, NEVER, of } from 'rxjs';
import type { ConsoleConfig } from '#contract/config';
import { openMemory } from '#edge/browserMemory';
import { liveClock } from '#edge/clock';
import { createDownloads } from '#edge/downloads';
import { loadConfig } from '#edge/config';
import { inlineIcon } from '#edge/inlineIcon';
import { frames } from '#edge/pageSignals';
import { createSampleSessions } from '#edge/sampleSessions';
import { steadyClock } from '#streams/steadyClock';
import { DownloadsContext } from '#ui/DownloadsContext';
import { ErrorBoundary } from '#ui/ErrorBoundary';
import { UiProvider } from '#ui/UiProvider';
import type { Console } from '../console/ConsoleContext.ts';
import { momentIn, withMoment } from '#timeline/moment/momentAddress';
import { openedScreen } from './openedScreen.ts';
import { refusalOf, type OpenedFile } from './openedFile.ts';
import { REPLAY_ROOT, ReplayConsole } from './ReplayConsole.tsx';
import { ReplayPage } from './ReplayPage.tsx';
import { replayMemory } from './replayMemory.ts';
import { openReplayTravel } from './replayTravel.ts';

/** Loads the code of every screen and of its overlays. */
const parts = import.meta.glob([
  '../../screens/**/*Screen.tsx',
  '../console/{MfaPage,PrivateLayout}.tsx',
  '../../timeline/{PastBanner,ReportDialog,Timeline,TimeTools}.tsx',
  '../../timeline/compare/ComparePage.tsx',
  '../../timeline/account/AccountPage.tsx',
  '../../../past/file/{saveRecording,saveAsTest}.ts',
  '../console/accountNames.ts',
  '../../widgets/PlacesOverview.tsx',
  '../../map/geo/GeoCanvas.tsx',
  '../../map/MapView.tsx',
  '../../ui/table/VirtualBody.tsx',
]);

/** Loads the code of every screen and of the map workers, every font and the icon; afterwards a recording is shown without any request. */
async function preloadScreens(page: Window & typeof globalThis): Promise<void> {
  await Promise.all(Object.values(parts).map((load) => load()));
  // Without a font, the system's font is used, and without the workers, a map shows that it cannot be drawn; the recording is shown nevertheless.
  const workers = import('#map/geo/mapWorkers').then(({ startMapWorkers }) => startMapWorkers());
  await Promise.allSettled([inlineIcon(page), workers, ...[...page.document.fonts].map((font) => font.load())]);
}

/** The settings of a page without a server; they contain no URLs. */
const NOWHERE: Omit<ConsoleConfig, keyof OpenedFile['info']['site']> = {
  api_root: '',
  websocket_address: '',
  oidc: { authority: '', client_id: '', admin_scope: '', popup_isolated: false },
  live_data_graphs_url: '',
  device_text_logs_url: '',
};

const nothing = async () => undefined;

/** Returns the console for a recording: it has no session and sends no requests, but saves files as usual. */
function replayConsole({ info }: OpenedFile, close: () => void): Console {
  return {
    config: { ...NOWHERE, ...info.site },
    session: {
      token$: of(null),
      token: () => null,
      profile$: of(null),
      renew: () => EMPTY,
      upkeep$: NEVER,
      signIn: () => Promise.resolve({ kind: 'failed', text: 'A recording has no sign-in.' }),
      recheck: () => Promise.resolve(),
      enrolled: nothing,
      signOut: async () => close(),
      drop: nothing,
    },
    online$: new BehaviorSubject(true),
    requestOnce: async () => ({ ok: false, failure: { status: 0, message: '' }, offsetMs: null }),
  };
}

const isRoot = (path: string) => path.replace(/\/$/, '') === REPLAY_ROOT;

/** Returns the URL of a screen at a moment. */
function withMomentOf(screen: string, at: number): string {
  const [path = '', search = ''] = screen.split('?');
  return `${path}?${withMoment(new URLSearchParams(search), new Date(at).toISOString()).toString()}`;
}

/**
 * Starts the replay: preloads every screen, shows the page that opens recordings, and then the console for a recording. It needs neither sign-in nor server.
 */
export async function startReplay(root: HTMLElement): Promise<void> {
  const config = await loadConfig(window).catch(() => null);
  const memory = replayMemory(openMemory(window));
  const sessions = createSampleSessions(window);
  const downloads = createDownloads(window, liveClock);
  const drawn = createRoot(root);
  const show = (what: ReactNode) =>
    drawn.render(
      <StrictMode>
        <DownloadsContext value={downloads}>
          <UiProvider remember={memory}>
            <ErrorBoundary>{what}</ErrorBoundary>
          </UiProvider>
        </DownloadsContext>
      </StrictMode>,
    );
  const close = (reason: string | null) => {
    window.history.replaceState(null, '', REPLAY_ROOT);
    choose(reason);
  };
  const play = async (file: OpenedFile): Promise<string | null> => {
    try {
      const at = momentIn(new URLSearchParams(window.location.search)) ?? file.to;
      const clock = steadyClock(liveClock);
      const ports = { clock, frame$: frames(clock) };
      const [travel] = await Promise.all([openReplayTravel(file, at, ports), preloadScreens(window)]);
      const screen = openedScreen(file.info, travel.startState);
      // A URL with the path of a screen opens that screen.
      if (screen !== null && isRoot(window.location.pathname))
        window.history.replaceState(null, '', REPLAY_ROOT + withMomentOf(screen, at));
      const console = replayConsole(file, () => close(null));
      const broken = () => close('The recording could not be shown.');
      show(<ReplayConsole file={file} travel={travel} console={console} onClose={() => close(null)} onBroken={broken} />);
      return null;
    } catch (error) {
      return refusalOf(error);
    }
  };
  const choose = (refusal: string | null) =>
    show(<ReplayPage product={config?.product ?? 'Orangery'} sessions={sessions} refusal={refusal} onOpen={play} />);
  choose(window.location.pathname.startsWith(`${REPLAY_ROOT}/`) ? 'The page was loaded anew: open the recording again.' : null);
}
