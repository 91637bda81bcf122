import { chakra } from '@chakra-ui/react';
import { selectLive } from '#state/referenceData';
import { useAppSelector } from '#state/useAppSelector';
import { Banner } from '#ui/Banner';
import { Mark } from '#ui/Mark';

interface Props {
  readonly serial: string;
}

/** Whether the device of this page is live. */
export function OnlineBanner({ serial }: Props) {
  const live = useAppSelector((s) => selectLive(s, serial));
  if (!live) {
    return (
      <chakra.div flex="1 0 100%">
        <Banner tone="warning">Device is not online</Banner>
      </chakra.div>
    );
  }
  return (
    // A telephone has no room for it: there the dot of the dropdown says the same.
    <chakra.div hideBelow="md">
      <Banner tone="online" icon={null}>
        <Mark tone="online" icon="disc">
          Online
        </Mark>
      </Banner>
    </chakra.div>
  );
}
