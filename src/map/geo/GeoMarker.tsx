import { chakra } from '@chakra-ui/react';
import { CircleQuestionMark, OctagonAlert, Sun } from 'lucide-react';
import { Marker } from 'react-map-gl/maplibre';
import { countsOf, type MergedPlace } from './mergePlaces.ts';
import { markerName } from './placeNames.ts';
import { numberText } from '#domain/text/numbers';

/** The name and the rings follow the state of their marker through CSS properties. */
const Place = chakra('button', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    color: 'fg',
    cursor: 'pointer',
    // A hidden name keeps its space, so the disc does not move and screen readers can read the name.
    '--name': '0',
    '&:is([data-named], :hover, :focus-visible, [aria-pressed=true])': { '--name': '1' },
    '&[aria-pressed=true]': { '--plate': '0 0 0 2px var(--o-colors-fg)' },
    '&:focus-visible': { outline: 'none', '--ring': '2px solid var(--o-colors-focus)' },
  },
});
const Pill = chakra('span', {
  base: {
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
    boxShadow: 'var(--plate, var(--o-shadows-plate))',
    outline: 'var(--ring, none)',
    outlineOffset: '2px',
    fontWeight: 600,
    fontSize: '13px',
    whiteSpace: 'nowrap',
    '--icon': '14px',
  },
});
const Count = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', gap: '5px' },
  variants: {
    of: {
      unknown: {},
      online: {},
      error: { color: 'error.fg' },
      treating: { color: 'treating.fg' },
      none: { color: 'fg.muted', fontWeight: 400 },
    },
  },
});
const round = { width: '8px', height: '8px', borderRadius: '50%' } as const;
const Online = chakra('i', { base: { ...round, bg: 'online.solid' } });
const Disc = chakra('span', { base: { ...round, bg: 'fg', outline: '2px solid var(--o-colors-bg-raised)' } });
/** The name is first for screen readers, but last on the screen. */
const Name = chakra('span', {
  base: {
    order: 1,
    height: '20px',
    pt: '3px',
    textStyle: 'caption',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    px: '6px',
    borderRadius: '10px',
    bg: 'bg.raised',
    opacity: 'var(--name)',
  },
});

/** Centres the disc on the place; the marker extends further above it than below. */
const OFFSET: [number, number] = [0, -7];

interface Props {
  readonly marker: MergedPlace;
  readonly isChosen: boolean;
  /** Whether there is room for the name next to the other markers; otherwise the name is shown only while the marker is selected, focused or hovered. */
  readonly isNamed: boolean;
  readonly onChoose: () => void;
}

/** Renders a marker of the world map, for one place or several merged ones: the numbers of devices online, in error and in treatment, each with an icon. */
export function GeoMarker({ marker, isChosen, isNamed, onChoose }: Props) {
  const { places, at } = marker;
  const names = places.map(({ name }) => name).join(', ');
  const { deviceCount, onlineCount, unknownCount, errorCount, treatingCount } = countsOf(places);
  return (
    <Marker longitude={at.longitude} latitude={at.latitude} offset={OFFSET} style={isChosen ? { zIndex: 1 } : {}}>
      <Place type="button" aria-pressed={isChosen} data-named={isNamed ? '' : undefined} title={names} onClick={onChoose}>
        <Name>
          {markerName(marker)}
          {places.length > 1 && <span className="sr">{`: ${names}`}</span>}
          <span className="sr">, </span>
        </Name>
        <Pill>
          {deviceCount === 0 && <Count of="none">no devices</Count>}
          {unknownCount > 0 && (
            <Count of="unknown">
              <CircleQuestionMark aria-hidden="true" />
              <span>{numberText(unknownCount)}</span>
              <span className="sr"> unknown</span>
            </Count>
          )}
          {deviceCount > unknownCount && (
            <Count of="online">
              <Online />
              {numberText(onlineCount)}
              <span className="sr"> online</span>
            </Count>
          )}
          {errorCount > 0 && (
            <Count of="error">
              <OctagonAlert aria-hidden="true" />
              {numberText(errorCount)}
              <span className="sr"> in error</span>
            </Count>
          )}
          {treatingCount > 0 && (
            <Count of="treating">
              <Sun aria-hidden="true" />
              {numberText(treatingCount)}
              <span className="sr"> in treatment</span>
            </Count>
          )}
        </Pill>
        <Disc />
      </Place>
    </Marker>
  );
}
