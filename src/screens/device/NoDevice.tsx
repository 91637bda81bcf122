import { Stack } from '@chakra-ui/react';
import { EmptyLanes } from '#ui/EmptyLanes';

/** Nobody can be shown: this person sees no device. */
export function NoDevice() {
  return (
    <Stack role="status" align="center" gap="2" py="7" bg="bg.subtle" borderRadius="sheet" color="fg.muted">
      <EmptyLanes />
      <strong>No devices found</strong>
    </Stack>
  );
}
