import { chakra } from '@chakra-ui/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { IconButton } from '#ui/IconButton';
import { MAX_ZOOM, type PlanCamera, scaleBar } from './planView.ts';

const plate = {
  gridArea: '1 / 1',
  alignSelf: 'end',
  m: '3',
  bg: 'bg.raised',
  borderRadius: 'popup',
  boxShadow: 'plate',
  zIndex: 1,
} as const;
const Scale = chakra('div', {
  base: {
    ...plate,
    justifySelf: 'start',
    pointerEvents: 'none',
    px: '2',
    pt: '1',
    pb: '2',
    display: 'grid',
    gap: '1',
    textStyle: 'caption',
  },
});
const Zoom = chakra('div', {
  base: { ...plate, justifySelf: 'end', position: 'sticky', bottom: '3', display: 'flex', flexDirection: 'column' },
});

interface Props {
  readonly view: PlanCamera;
  /** The minimum zoom. */
  readonly least: number;
  readonly onView: (view: PlanCamera) => void;
  readonly onShowAll: () => void;
}

/**
 * Renders the scale bar and the zoom buttons of a plan, with "Show the whole map". The buttons stick to the lower edge of the visible part of the map. These
 * overlays cover neither a plan that is shown whole nor the device that is initially shown (`CLEAR_PX`).
 */
export function MapOverlays({ view, least, onView, onShowAll }: Props) {
  const { lengthMetres, widthPx } = scaleBar(view.zoom);
  const zoomTo = (zoom: number) => onView({ ...view, zoom });
  return (
    <>
      <Scale>
        {lengthMetres} m
        <svg width={widthPx} height="5" aria-hidden="true">
          <path d={`M0.5 0v4.5h${widthPx - 1}v-4.5`} fill="none" stroke="currentColor" />
        </svg>
      </Scale>
      <Zoom>
        <IconButton aria-label="Zoom in" aria-disabled={view.zoom >= MAX_ZOOM} onClick={() => zoomTo(view.zoom + 0.5)}>
          <Plus aria-hidden="true" />
        </IconButton>
        <IconButton aria-label="Zoom out" aria-disabled={view.zoom <= least} onClick={() => zoomTo(view.zoom - 0.5)}>
          <Minus aria-hidden="true" />
        </IconButton>
        <IconButton aria-label="Show the whole map" onClick={onShowAll}>
          <Maximize aria-hidden="true" />
        </IconButton>
      </Zoom>
    </>
  );
}
