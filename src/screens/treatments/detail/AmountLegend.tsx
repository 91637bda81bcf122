import { chakra } from '@chakra-ui/react';
import type { TreatmentLayerName } from '#contract/treatment';

const Line = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    mt: '8px',
    textStyle: 'meta',
    color: 'fg.muted',
    '& .scale': {
      width: '72px',
      height: '10px',
      borderRadius: '2px',
      bgImage:
        'linear-gradient(to right, color-mix(in srgb, var(--o-colors-treating-solid) 15%, transparent), var(--o-colors-treating-solid))',
    },
  },
});
const words: Readonly<Record<TreatmentLayerName, string>> = { treatment_time: 'Treatment time', dosage: 'Dosage' };

interface Props {
  readonly layer: TreatmentLayerName;
  /** The largest amount; null where nothing is known. */
  readonly most: string | null;
  readonly isLoading: boolean;
}

/** What the density of the violet means. */
export function AmountLegend({ layer, most, isLoading }: Props) {
  if (most === null) {
    return (
      <Line role="status">{isLoading ? `Loading ${words[layer].toLowerCase()}...` : `${words[layer]} of this treatment is not known`}</Line>
    );
  }
  return (
    <Line>
      {words[layer]} 0 <span className="scale" aria-hidden="true" /> {most}
    </Line>
  );
}
