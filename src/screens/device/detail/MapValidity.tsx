import { chakra } from '@chakra-ui/react';
import { CircleX } from 'lucide-react';
import { mapsValidLabels } from '#domain/places/mapsValid';
import { countText } from '#domain/text/labels';
import { Badge } from '#ui/Badge';
import type { MapRow } from './mapRows.ts';

const Errors = chakra('details', { base: { textStyle: 'caption', whiteSpace: 'normal' } });
const Summary = chakra('summary', { base: { color: 'accent.fg', minHeight: { base: '44px', lg: '24px' }, alignContent: 'center' } });
const Name = chakra('dt', { base: { color: 'fg.muted' } });
const Message = chakra('dd', { base: { mb: '4px', overflowWrap: 'anywhere' } });

/** Renders whether a map is valid ("valid", "invalid"); the errors of an invalid map are collapsed. */
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
          <Summary>{countText(found.length, 'error')}</Summary>
          <dl>{found.map(([name, message]) => [<Name key={`${name} name`}>{name}</Name>, <Message key={name}>{message}</Message>])}</dl>
        </Errors>
      )}
    </>
  );
}
