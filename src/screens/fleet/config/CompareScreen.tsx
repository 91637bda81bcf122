import { chakra } from '@chakra-ui/react';
import { GitCompareArrows } from 'lucide-react';
import { getAllDevices } from '#contract/devices/device';
import type { CompareSide } from '#domain/configuration/compareChoice';
import { useIsPast } from '#hooks/IntentContext';
import { useAnswer } from '#hooks/useAnswer';
import { Button } from '#ui/Button';
import { Page } from '#ui/Page';
import { DeviceSelect } from '#widgets/DevicePicker';
import { PastTime } from '#widgets/PastTime';
import { Differences } from './Differences.tsx';
import { useCompareChoice, type Half } from './useCompareChoice.ts';
import { useComparison, type ComparedSide } from './useComparison.ts';

const Halves = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'auto auto' },
    gap: { base: '24px', md: '40px' },
    justifyContent: 'start',
  },
});
const HalfBox = chakra('fieldset', { base: { display: 'grid', gap: '16px', minWidth: 0 } });

const halves = [
  { half: 1, word: 'First' },
  { half: 2, word: 'Second' },
] as const satisfies readonly { readonly half: Half; readonly word: string }[];

const isWhole = (side: CompareSide): side is ComparedSide => side.serial !== null && side.at !== null;

/** The Config Compare screen: two halves, "First" and "Second", each with a device and a time, compared on request. Source: FLEET-057..064. */
export function CompareScreen() {
  useAnswer(getAllDevices, {});
  const { sides, chooseDevice, chooseTime, keepTimes } = useCompareChoice();
  const { compare, compared, isComparing, differences } = useComparison();
  const isPossible = !useIsPast();
  const [first, second] = sides;
  const act = () => {
    if (!isWhole(first) || !isWhole(second)) return;
    keepTimes(first, second);
    compare(first, second);
  };
  return (
    <Page title="Compare two devices" meta="Choose two devices and a time for each, then compare.">
      <Halves>
        {halves.map(({ half, word }) => (
          <HalfBox key={half}>
            <DeviceSelect
              label={`${word} device`}
              serial={sides[half - 1]?.serial ?? null}
              onSerial={(serial) => chooseDevice(half, serial)}
            />
            <PastTime label={`${word} time`} at={sides[half - 1]?.at ?? null} onAt={(at) => chooseTime(half, at)} />
          </HalfBox>
        ))}
      </Halves>
      <div>
        <Button variant="solid" disabled={!isPossible || isComparing || !isWhole(first) || !isWhole(second)} onClick={act}>
          <GitCompareArrows aria-hidden="true" />
          Compare
        </Button>
      </div>
      {compared !== null && (isComparing || differences !== undefined) && <Differences compared={compared} differences={differences} />}
    </Page>
  );
}
