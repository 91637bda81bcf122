import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '#ui/ErrorBoundary';

// Loaded on demand: deck.gl is large.
const MapView = lazy(async () => ({ default: (await import('#map/MapView')).MapView }));

type Props = ComponentProps<typeof MapView> & {
  /** Shown until the plan can be drawn. */
  readonly waiting: ReactNode;
};

/** Renders the plan, loaded when it is first shown; an error in it leaves the rest of the page intact. */
export const PlanView = ({ waiting, ...map }: Props) => (
  <ErrorBoundary>
    <Suspense fallback={waiting}>
      <MapView {...map} />
    </Suspense>
  </ErrorBoundary>
);
