import { chakra } from '@chakra-ui/react';
import { CircleX } from 'lucide-react';
import { mapsValidLabels } from '#domain/places/mapsValid';
import { Badge } from '#ui/Badge';
import type { MapRow } from './mapRows.ts';

const Errors = chakra('details', {
  base: {
    textStyle: 'caption',
    whiteSpace: 'normal',
    '& summary': { color: 'accent.fg', minHeight: { base: '44px', lg: '24px' }, alignContent: 'center' },
    '& dt': { color: 'fg.muted' },
    '& dd': { mb: '4px', overflowWrap: 'anywhere' },
  },
});

/** Renders whether a map is valid ("valid", "invalid"); the errors of an invalid one are collapsed. */
export function MapValidity({ map: { valid, errors } }: { readonly map: MapRow }) {
  const found = Object.entries(errors ?? {});
  return (
    <>
      {valid ? (
        <Badge tone="online">{mapsValidLabels.valid}</Badge>
      ) : (
        <Badge tone="error" icon={CircleX}>
          {mapsValidLabels.invalid}
        </Badge>
      )}
      {found.length > 0 && (
        <Errors>
          <summary>{found.length === 1 ? '1 error' : `${found.length} errors`}</summary>
          <dl>{found.map(([name, message]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{message}</dd>])}</dl>
        </Errors>
      )}
    </>
  );
}
