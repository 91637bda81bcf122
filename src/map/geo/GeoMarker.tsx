import { chakra } from '@chakra-ui/react';
import { CircleQuestionMark, OctagonAlert, Sun } from 'lucide-react';
import { Marker } from 'react-map-gl/maplibre';
import { countsOf, type MergedPlace } from './mergePlaces.ts';
import { markerName } from './placeNames.ts';

const Button = chakra('button', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    color: 'fg',
    cursor: 'pointer',
    '&:focus-visible': { outline: 'none' },
    '& .pill': {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: '10px',
      height: '28px',
      minWidth: '44px',
      justifyContent: 'center',
      px: '10px',
      mb: '6px',
      bg: 'bg.raised',
      borderRadius: '14px',
      boxShadow: 'plate',
      fontWeight: 600,
      fontSize: '13px',
      whiteSpace: 'nowrap',
    },
    '& .pill > span': { display: 'inline-flex', alignItems: 'center', gap: '5px' },
    '& .pill .lucide': { width: '14px', height: '14px' },
    '& .online i': { width: '8px', height: '8px', borderRadius: '50%', bg: 'online.solid' },
    '& .error': { color: 'error.fg' },
    '& .treating': { color: 'treating.fg' },
    '& .none': { color: 'fg.muted', fontWeight: 400 },
    '& .disc': { width: '8px', height: '8px', borderRadius: '50%', bg: 'fg', outline: '2px solid var(--o-colors-bg-raised)' },
    // The name comes first for screen readers, but last on the screen.
    '& .name': {
      order: 1,
      height: '20px',
      pt: '3px',
      textStyle: 'caption',
      fontWeight: 600,
      whiteSpace: 'nowrap',
      px: '6px',
      borderRadius: '10px',
      bg: 'bg.raised',
    },
    // The hidden name keeps its place, so that the disc does not move and screen readers can read it.
    '&:not([data-named], :hover, :focus-visible, [aria-pressed=true]) .name': { opacity: 0 },
    '&[aria-pressed=true] .pill': { boxShadow: '0 0 0 2px var(--o-colors-fg)' },
    '&:focus-visible .pill': { outline: '2px solid var(--o-colors-focus)', outlineOffset: '2px' },
  },
});

/** Centres the disc on the place: the marker extends further above it than below. */
const OFFSET: [number, number] = [0, -7];

interface Props {
  readonly marker: MergedPlace;
  readonly isChosen: boolean;
  /** Whether the name has room beside the other markers; otherwise the name shows while the marker is chosen, focused or under the pointer. */
  readonly isNamed: boolean;
  readonly onChoose: () => void;
}

/**
 * Renders a marker of the world map, a place or several merged ones: the numbers of devices online, in error and in treatment, each with an
 * icon.
 */
export function GeoMarker({ marker, isChosen, isNamed, onChoose }: Props) {
  const { places, at } = marker;
  const names = places.map(({ name }) => name).join(', ');
  const { deviceCount, onlineCount, unknownCount, errorCount, treatingCount } = countsOf(places);
  return (
    <Marker longitude={at.longitude} latitude={at.latitude} offset={OFFSET} style={isChosen ? { zIndex: 1 } : {}}>
      <Button type="button" aria-pressed={isChosen} data-named={isNamed ? '' : undefined} title={names} onClick={onChoose}>
        <span className="name">
          {markerName(marker)}
          {places.length > 1 && <span className="sr">{`: ${names}`}</span>}
          <span className="sr">, </span>
        </span>
        <span className="pill">
          {deviceCount === 0 && <span className="none">no devices</span>}
          {unknownCount > 0 && (
            <span className="unknown">
              <CircleQuestionMark aria-hidden="true" />
              <span>{unknownCount}</span>
              <span className="sr"> unknown</span>
            </span>
          )}
          {deviceCount > unknownCount && (
            <span className="online">
              <i />
              {onlineCount}
              <span className="sr"> online</span>
            </span>
          )}
          {errorCount > 0 && (
            <span className="error">
              <OctagonAlert aria-hidden="true" />
              {errorCount}
              <span className="sr"> in error</span>
            </span>
          )}
          {treatingCount > 0 && (
            <span className="treating">
              <Sun aria-hidden="true" />
              {treatingCount}
              <span className="sr"> in treatment</span>
            </span>
          )}
        </span>
        <span className="disc" />
      </Button>
    </Marker>
  );
}
