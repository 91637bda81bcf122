import { chakra } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { MAX_REGION_METRES } from '#contract/history';
import type { Rectangle } from '#domain/history/regionHits';
import { Button } from '#ui/Button';
import { NumberField } from '#ui/NumberField';

const EDGES = ['west', 'south', 'east', 'north'] as const;
type Edge = (typeof EDGES)[number];
type Texts = Readonly<Record<Edge, string>>;

const labels: Readonly<Record<Edge, string>> = { west: 'West (m)', south: 'South (m)', east: 'East (m)', north: 'North (m)' };
const EMPTY: Texts = { west: '', south: '', east: '', north: '' };

const Fields = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 120px)) auto' },
    gap: '12px',
    alignItems: 'start',
  },
});
/** As high as the labels next to it, so that the button is next to the fields. */
const Action = chakra('div', { base: { pt: { md: '27px' } } });

const textsOf = (rectangle: Rectangle | null): Texts =>
  rectangle === null
    ? EMPTY
    : { west: String(rectangle.west), south: String(rectangle.south), east: String(rectangle.east), north: String(rectangle.north) };

/** Reads a coordinate, also with a decimal comma; NaN for any other text. */
function coordinateOf(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
  return Math.abs(number) <= MAX_REGION_METRES ? number : Number.NaN;
}

/** Returns the typed rectangle, and the problems of its edges. */
function readEdges(texts: Texts): { readonly rectangle: Rectangle; readonly problems: Partial<Record<Edge, string>> } {
  const rectangle = {
    west: coordinateOf(texts.west),
    south: coordinateOf(texts.south),
    east: coordinateOf(texts.east),
    north: coordinateOf(texts.north),
  };
  const problems: Partial<Record<Edge, string>> = {};
  for (const edge of EDGES) if (Number.isNaN(rectangle[edge])) problems[edge] = 'Write a number of metres.';
  if (rectangle.east <= rectangle.west) problems.east = 'East of the west edge.';
  if (rectangle.north <= rectangle.south) problems.north = 'North of the south edge.';
  return { rectangle, problems };
}

interface Props {
  readonly rectangle: Rectangle | null;
  readonly onRectangle: (rectangle: Rectangle) => void;
}

/** Renders the edges of the rectangle as numbers, for people who do not draw it; the button or Enter applies all of them together. */
export function RectangleFields({ rectangle, onRectangle }: Props) {
  const shown = textsOf(rectangle);
  const [typed, setTyped] = useState<{ readonly of: string; readonly texts: Texts; readonly isSent: boolean } | null>(null);
  // A rectangle that was drawn meanwhile replaces the typed one.
  const own = typed?.of === JSON.stringify(shown) ? typed : null;
  const texts = own?.texts ?? shown;
  const { rectangle: read, problems } = readEdges(texts);
  const isValid = Object.keys(problems).length === 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTyped({ of: JSON.stringify(shown), texts, isSent: true });
    if (isValid) onRectangle(read);
  };
  return (
    <Fields onSubmit={send} aria-label="Edges of the rectangle" noValidate>
      {EDGES.map((edge) => (
        <NumberField
          key={edge}
          label={labels[edge]}
          value={texts[edge]}
          onValue={(text) => setTyped({ of: JSON.stringify(shown), texts: { ...texts, [edge]: text }, isSent: false })}
          problem={own?.isSent === true ? problems[edge] : undefined}
        />
      ))}
      <Action>
        <Button type="submit">Search</Button>
      </Action>
    </Fields>
  );
}
