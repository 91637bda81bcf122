import { Button } from '#ui/Button';
import { MapMissing } from './MapContainer.tsx';

interface Props {
  readonly onDrawAgain: () => void;
}

/** Renders the notice over a map whose drawing context is lost, until it is drawn again. */
export function MapLost({ onDrawAgain }: Props) {
  return (
    <MapMissing role="alert">
      <span>The map is lost: the browser took its graphics memory away. It is drawn again when it is back.</span>{' '}
      <Button onClick={onDrawAgain}>Draw again</Button>
    </MapMissing>
  );
}
