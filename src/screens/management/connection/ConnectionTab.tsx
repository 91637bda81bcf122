import { chakra } from '@chakra-ui/react';
import { getDeviceConnection } from '#contract/devices/deviceConnection';
import { connectionDay } from '#domain/devices/connectionDay';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { selectNow } from '#state/clock';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectListedDevice } from '#state/referenceData';
import { TwoColumns } from '#ui/TwoColumns';
import { TimeText } from '#widgets/TimeText';
import { NotLoaded } from '#widgets/NotLoaded';
import { ConnectionChanges } from './ConnectionChanges.tsx';
import { ConnectionNumbers } from './ConnectionNumbers.tsx';
import { LastMessages } from './LastMessages.tsx';
import { WhereToConnect } from './WhereToConnect.tsx';

const Stack = chakra('div', { base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

/**
 * Renders the Connection tab of a device: address, credentials, its newest messages and how each was read, and the reasons why its connections ended. Source:
 * CONN2.
 */
export function ConnectionTab({ serial }: { readonly serial: string }) {
  const device = useAppSelector((s) => selectListedDevice(s, serial));
  // Selected once a minute, because the shown day and ages have no seconds.
  const now = useAppSelector((s) => Math.ceil(selectNow(s) / MINUTE_MS) * MINUTE_MS);
  const query = useAnswer(getDeviceConnection, { serial });
  const { answer } = query;
  if (answer === undefined) return <NotLoaded {...query} />;
  const day = connectionDay(answer.connections, now);
  return (
    <Stack>
      <ConnectionNumbers device={device} connection={answer} day={day} now={now} />
      <TwoColumns
        wide={<LastMessages serial={serial} messages={answer.messages} />}
        side={
          <>
            <WhereToConnect serial={serial} addresses={answer.addresses} />
            <ConnectionChanges changes={answer.connections} day={day} />
            <chakra.p textStyle="meta" color="fg.muted">
              Messages and connections are known since <TimeText at={answer.known_since} />
            </chakra.p>
          </>
        }
      />
    </Stack>
  );
}
