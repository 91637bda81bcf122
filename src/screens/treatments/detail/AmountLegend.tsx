import { chakra } from '@chakra-ui/react';
import type { TreatmentLayerName } from '#contract/fleet/treatment';
import type { Answered } from '#hooks/useAnswer';
import { Button } from '#ui/Button';

const Line = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    mt: '8px',
    textStyle: 'meta',
    color: 'fg.muted',
  },
});
const Scale = chakra('span', {
  base: {
    width: '72px',
    height: '10px',
    borderRadius: '2px',
    backgroundImage:
      'linear-gradient(to right, color-mix(in srgb, var(--o-colors-treating-solid) 15%, transparent), var(--o-colors-treating-solid))',
  },
});
const words: Readonly<Record<TreatmentLayerName, string>> = { treatment_time: 'Treatment time', dosage: 'Dosage' };

interface Props {
  readonly layer: TreatmentLayerName;
  /** The largest amount; null if it is unknown. */
  readonly most: string | null;
  readonly query: Pick<Answered<unknown>, 'isLoading' | 'failure' | 'refresh'>;
}

/** Renders the legend of the violet scale of light, or why there are no amounts. */
export function AmountLegend({ layer, most, query: { isLoading, failure, refresh } }: Props) {
  const word = words[layer];
  return (
    <>
      {most !== null && (
        <Line>
          {word} 0 <Scale aria-hidden="true" /> {most}
        </Line>
      )}
      {failure !== undefined && (
        <Line role="status">
          {`Loading ${word.toLowerCase()} failed`}
          <Button variant="link" size="sm" onClick={refresh}>
            Try Again
          </Button>
        </Line>
      )}
      {most === null && failure === undefined && (
        <Line role="status">{isLoading ? `Loading ${word.toLowerCase()}...` : `${word} of this treatment is not known`}</Line>
      )}
    </>
  );
}
