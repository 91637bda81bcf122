import { chakra } from '@chakra-ui/react';
import { useContext, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { DownloadsContext, type DownloadFailure } from './DownloadsContext.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { Skeleton } from './Skeleton.tsx';

/** Shown while the code of a screen is downloaded. */
export const waitingScreen = (
  <div role="status" aria-label="Loading">
    <Skeleton />
  </div>
);

// Above the bar at the bottom edge that reports a missing connection, which is the usual reason.
const Corner = chakra('div', {
  base: { position: 'fixed', bottom: '76px', insetEnd: '16px', maxWidth: 'calc(100vw - 32px)', zIndex: 'toast' },
});

/** Renders a notice in the corner of the page, for a component without its own place, e.g. a dialog. */
export const inCorner = (notice: ReactNode): ReactNode => <Corner>{notice}</Corner>;

/** A component whose code is downloaded when it is first rendered, or earlier by `load`. */
export type Loadable<Props extends object> = ComponentType<Props> & { readonly load: () => Promise<ComponentType<Props>> };

/** The content until the code is loaded, and the place of a failure notice. */
interface Without<Props> {
  readonly waiting: ReactNode | ((props: Props) => ReactNode);
  /** Places the notice that the code could not be loaded; by default, in place of the component. */
  readonly place?: (notice: ReactNode, props: Props) => ReactNode;
}

/** Returns a function that downloads once; the next call retries a failed download. */
function downloadOnce<T>(download: () => Promise<T>, onLoaded: (loaded: T) => void): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= download().then(
      (loaded) => {
        onLoaded(loaded);
        return loaded;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
}

/**
 * Creates a component whose code is downloaded when it is first rendered, or earlier. Renders `waiting` until the code is loaded. If code cannot be loaded, or
 * the component throws, a notice replaces it and the rest of the page is kept. The download is retried when the network returns. `React.lazy` is not used,
 * because React keeps a failed download permanently, removes the whole page if there is no boundary, and replaces a Suspense fallback after 300 ms at the
 * earliest.
 */
export function loadable<Props extends object>(
  download: () => Promise<ComponentType<Props>>,
  { waiting, place = (notice) => notice }: Without<Props>,
): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  const load = downloadOnce(download, (component) => (loaded = component));
  function Loaded(props: Props) {
    const { onRetry, reasonOf } = useContext(DownloadsContext);
    const [Shown, show] = useState(() => {
      // Started during rendering, because an effect would run only after the next frame.
      if (loaded === null) load().catch(() => undefined);
      return loaded;
    });
    const [failure, setFailure] = useState<DownloadFailure | null>(null);
    const [attempt, setAttempt] = useState(0);
    const retry = () => setAttempt((count) => count + 1);
    useEffect(() => {
      if (Shown !== null) return undefined;
      const end = new AbortController();
      const unlessGone = (then: () => void) => end.signal.aborted || then();
      load().then(
        (component) => unlessGone(() => show(() => component)),
        async (error: unknown) => {
          const reason = await reasonOf(error);
          unlessGone(() => setFailure(reason));
        },
      );
      return () => end.abort();
    }, [Shown, attempt, reasonOf]);
    const isMissing = Shown === null && failure !== null;
    useEffect(() => (isMissing ? onRetry(() => setAttempt((count) => count + 1)) : undefined), [isMissing, onRetry]);
    if (Shown !== null) {
      return (
        <ErrorBoundary place={(notice) => place(notice, props)}>
          <Shown {...props} />
        </ErrorBoundary>
      );
    }
    if (failure !== null) return place(<LoadFailure reason={failure} onRetry={retry} />, props);
    return typeof waiting === 'function' ? waiting(props) : waiting;
  }
  return Object.assign(Loaded, { load });
}
