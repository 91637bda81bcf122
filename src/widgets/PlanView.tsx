import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '#ui/ErrorBoundary';

// It brings the whole of the map's drawing: only those who see a plan wait for it.
const MapView = lazy(async () => ({ default: (await import('#map/MapView')).MapView }));

type Props = ComponentProps<typeof MapView> & {
  /** Stands in its place until it can be drawn. */
  readonly waiting: ReactNode;
};

/** The map, which loads when it is first shown; a part of it that breaks leaves the rest of the page standing. */
export const PlanView = ({ waiting, ...map }: Props) => (
  <ErrorBoundary>
    <Suspense fallback={waiting}>
      <MapView {...map} />
    </Suspense>
  </ErrorBoundary>
);
