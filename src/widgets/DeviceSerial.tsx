import { chakra } from '@chakra-ui/react';

/** A serial next to a name: subdued, and truncated before the name. */
export const DeviceSerial = chakra('span', {
  base: {
    color: 'fg.subtle',
    textStyle: 'meta',
    fontWeight: 400,
    flexShrink: 1_000,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});
