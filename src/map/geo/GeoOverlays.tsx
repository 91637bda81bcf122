import { chakra } from '@chakra-ui/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { IconButton } from '#ui/IconButton';
import { geoScale } from './place.ts';

const Plates = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '12px',
    bottom: '12px',
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'flex-end',
    pointerEvents: 'none',
  },
});
const plate = { bg: 'bg.raised', borderRadius: 'popup', boxShadow: 'plate' } as const;
const Scale = chakra('div', { base: { ...plate, px: '2', pt: '1', pb: '2', textStyle: 'caption' } });
const Zoom = chakra('div', { base: { ...plate, pointerEvents: 'auto', display: 'flex', flexDirection: 'column' } });

const lengthText = (metres: number) => (metres >= 1_000 ? `${metres / 1_000} km` : `${metres} m`);

interface Props {
  /** The latitude of the map's centre in degrees, on which the scale depends. */
  readonly latitude: number;
  readonly zoom: number;
  readonly onZoom: (by: 1 | -1) => void;
  /** Shows all places; if omitted, there is no button for this. */
  readonly onShowAll?: () => void;
}

/** Renders the scale bar and the zoom buttons of the world map. */
export function GeoOverlays({ latitude, zoom, onZoom, onShowAll }: Props) {
  const { lengthMetres, widthPx } = geoScale(latitude, zoom);
  return (
    <Plates>
      <Scale>
        {lengthText(lengthMetres)}
        <svg width={widthPx} height="5" aria-hidden="true">
          <path d={`M0.5 0v4.5h${widthPx - 1}v-4.5`} fill="none" stroke="currentColor" />
        </svg>
      </Scale>
      <Zoom>
        <IconButton aria-label="Zoom in" onClick={() => onZoom(1)}>
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton aria-label="Zoom out" onClick={() => onZoom(-1)}>
          <Minus aria-hidden="true" />
        </IconButton>
        {onShowAll && (
          <IconButton aria-label="Show all places" onClick={onShowAll}>
            <Maximize aria-hidden="true" />
          </IconButton>
        )}
      </Zoom>
    </Plates>
  );
}
