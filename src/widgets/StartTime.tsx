import { chakra } from '@chakra-ui/react';
import { startOf, type StartingTreatment } from '#domain/treatments/startTime';
import { TimeText } from './TimeText.tsx';

const TwoLines = chakra('span', {
  base: {
    display: 'inline-grid',
    lineHeight: '17px',
    verticalAlign: 'top',
  },
});
const Note = chakra('small', { base: { fontSize: '12px', lineHeight: '14px', color: 'fg.subtle' } });

/** Renders the start of a treatment; until it has started, its "estimated" start. */
export function StartTime({ treatment }: { readonly treatment: StartingTreatment }) {
  const { at, estimated } = startOf(treatment);
  if (!estimated || at === null) return <TimeText at={at} />;
  return (
    <TwoLines>
      <TimeText at={at} />
      <Note>estimated</Note>
    </TwoLines>
  );
}
