import { chakra } from '@chakra-ui/react';
import { faultsOf } from '#domain/devices/faults';
import { useDevice } from '#hooks/useAppSelector';
import { Section } from '#ui/Section';
import { AgeText } from '#widgets/AgeText';
import { ErrorCode } from '#widgets/ErrorCode';
import { ErrorText } from '#widgets/ErrorText';
import { LevelMark } from '#widgets/LevelMark';
import { StaleContent } from '../StaleContent.tsx';
import { useDeviceReported } from '../useDeviceReported.ts';
import { useStaleAfter } from '../useStaleAfter.ts';
import { isErrorCode } from '#domain/errorCodes/errorCode';

const List = chakra('ul', { base: { display: 'grid' } });
const Line = chakra('li', {
  base: {
    display: 'grid',
    gap: '2px',
    py: '8px',
    overflowWrap: 'anywhere',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    _last: { borderBottom: 0 },
  },
});
const Head = chakra('span', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '12px', alignItems: 'center' } });
const Name = chakra('strong', { base: { fontWeight: 600 } });
const Part = chakra('span', { base: { color: 'fg.muted' } });

/** Renders "Faults": all faults that a device reports, each with its severity, part and hint; nothing if there are none. Source: FAULTS1. */
export function FaultsSection({ serial }: { readonly serial: string }) {
  const row = useDevice(serial);
  const { isLive } = useDeviceReported(serial);
  const staleAfterMs = useStaleAfter(row?.reportedAt, isLive);
  const faults = faultsOf(row?.state);
  if (row === undefined || faults.length === 0) return null;
  return (
    <Section title="Faults" end={<AgeText at={row.reportedAt} staleAfterMs={staleAfterMs} />}>
      <StaleContent old={!isLive}>
        <List aria-label="Faults">
          {faults.map(({ name, severity, part, text, hint }, at) => (
            <Line key={at}>
              <Head>
                <Name htmlTranslate="no">{isErrorCode(name) ? <ErrorCode code={name} /> : name}</Name>
                {severity !== null && <LevelMark level={severity} />}
                {part !== null && <Part>{part}</Part>}
              </Head>
              {text !== null && <span>{text}</span>}
              {text === null && isErrorCode(name) && (
                <span>
                  <ErrorText code={name} place="events" />
                </span>
              )}
              {hint !== null && <Part>{hint}</Part>}
            </Line>
          ))}
        </List>
      </StaleContent>
    </Section>
  );
}
