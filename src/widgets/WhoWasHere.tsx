import { chakra } from '@chakra-ui/react';
import { ScanSearch } from 'lucide-react';
import { Link } from 'react-router-dom';
import { regionLink } from '#domain/addresses';
import { useFeature } from '#hooks/features';

const To = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    flex: 'none',
    height: { base: '44px', lg: '32px' },
    px: '12px',
    borderRadius: 'control',
    bg: 'bg.muted',
    fontWeight: 500,
    whiteSpace: 'nowrap',
    '--icon': '16px',
    _hover: { bg: 'bg.emphasized' },
  },
});

/** Renders the link from a plan to the search for the devices that were in a region of it; nothing if the server does not offer the search. */
export function WhoWasHere({ map }: { readonly map: string }) {
  if (!useFeature('history_region') || map === '') return null;
  return (
    <To to={regionLink(map)}>
      <ScanSearch aria-hidden="true" />
      Who was here?
    </To>
  );
}
