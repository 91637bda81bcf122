import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Skeleton } from '#ui/Skeleton';

/** Shown while the code of a screen is downloaded. */
export const waitingScreen = (
  <div role="status" aria-label="Loading">
    <Skeleton />
  </div>
);

/** A component whose code is downloaded when it is first rendered, or before by `load`. */
export type Loadable<Props extends object> = ComponentType<Props> & { readonly load: () => Promise<ComponentType<Props>> };

/**
 * Returns a component that renders `waiting` until its code has arrived, and throws when it cannot be downloaded; a later attempt downloads again.
 * Not `React.lazy`: React shows what was behind a Suspense fallback after 300 ms at the earliest, and the fallback even for code that is there.
 */
export function loadable<Props extends object>(download: () => Promise<ComponentType<Props>>, waiting: ReactNode): Loadable<Props> {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const load = () =>
    (loading ??= download().then(
      (component) => (loaded = component),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    ));
  function Loaded(props: Props) {
    const [Shown, show] = useState(() => {
      // Begun at once: an effect would wait for the next frame.
      if (loaded === null) load().catch(() => undefined);
      return loaded;
    });
    const [failure, fail] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => {
      if (Shown !== null) return;
      load().then(
        (component) => show(() => component),
        (error: unknown) => fail({ error }),
      );
    }, [Shown]);
    if (failure !== null) throw failure.error;
    return Shown === null ? waiting : <Shown {...props} />;
  }
  return Object.assign(Loaded, { load });
}
