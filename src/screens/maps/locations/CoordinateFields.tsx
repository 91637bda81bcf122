import { chakra } from '@chakra-ui/react';
import { coordinatePair, coordinatesOf, coordinatesQuestion, type TypedCoordinates } from '#domain/places/coordinates';
import { zoneOffsetHours } from '#domain/text/timezone';
import { Banner } from '#ui/Banner';
import { Field } from '#ui/Field';
import type { Draft } from '#ui/form/useDraft';
import { PickPlace } from './PickPlace.tsx';

/** The instant for which the offset of the location's time zone is determined: winter in the northern hemisphere, so that no summer time applies. */
const WINTER_MS = Date.UTC(2026, 0, 15);
const Pair = chakra('div', {
  base: {
    display: 'grid',
    gap: '12px',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    alignItems: 'start',
  },
});

interface Props {
  readonly draft: Pick<Draft<TypedCoordinates & { readonly timezone: string }>, 'field' | 'put' | 'clean'>;
}

/** Renders latitude and longitude of a location, and a question if they are far from its time zone; the question does not prevent saving. Source: COORD2. */
export function CoordinateFields({ draft }: Props) {
  const { timezone, ...typed } = draft.clean;
  const place = coordinatesOf({ latitude: typed.latitude, longitude: typed.longitude });
  const offset = zoneOffsetHours(timezone, WINTER_MS);
  const isNumber = Number.isFinite(place.latitude) && Number.isFinite(place.longitude);
  const question = offset === null || !isNumber ? undefined : coordinatesQuestion(place, offset);
  const fieldOf = (name: keyof TypedCoordinates) => {
    const field = draft.field(name);
    // Pasting both coordinates in one text, as maps copy them, fills both fields.
    return { ...field, onValue: (text: string) => draft.put(coordinatePair(text) ?? { [name]: text }) };
  };
  return (
    <>
      <Pair>
        <Field label="Latitude" autoComplete="off" inputMode="text" {...fieldOf('latitude')} />
        <Field label="Longitude" autoComplete="off" inputMode="text" {...fieldOf('longitude')} />
      </Pair>
      <PickPlace typed={typed} offset={offset} onPick={draft.put} />
      {question !== undefined && <Banner tone="warning">{question}</Banner>}
    </>
  );
}
