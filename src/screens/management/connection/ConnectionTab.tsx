import type { AnswerOf } from '#contract/call';
import { getDeviceConnection } from '#contract/devices/deviceConnection';
import { clockOffsetText } from '#domain/devices/messageFaults';
import { useAnswer } from '#state/hooks/useAnswer';
import { EmptyState } from '#ui/EmptyState';
import { KeyValues } from '#ui/KeyValues';
import { Mark } from '#ui/Mark';
import { Section } from '#ui/Section';
import { TwoColumns } from '#ui/TwoColumns';
import { TimeText } from '#widgets/TimeText';
import { ConnectionChanges } from './ConnectionChanges.tsx';
import { LastMessages } from './LastMessages.tsx';
import { WhereToConnect } from './WhereToConnect.tsx';

type Connection = AnswerOf<typeof getDeviceConnection>;

const CONNECTED = {
  true: { tone: 'online', icon: 'disc', word: 'Connected' },
  false: { tone: 'offline', icon: 'ring', word: 'Not connected' },
  null: { tone: 'offline', icon: 'ring', word: 'Not known' },
} as const;

function Overview({ connection }: { readonly connection: Connection }) {
  const { is_connected, clock_offset_ms: offset, known_since, messages } = connection;
  const { tone, icon, word } = CONNECTED[`${is_connected}`];
  const faulty = messages.filter(({ outcome }) => outcome !== 'read').length;
  return (
    <Section title="Now">
      <KeyValues
        rows={[
          [
            'Connection',
            <Mark key="mark" tone={tone} icon={icon}>
              {word}
            </Mark>,
          ],
          ['Clock', offset == null ? 'Not measured: no state was read' : clockOffsetText(offset)],
          ['Not whole or not read', `${faulty} of ${messages.length} listed`],
          ['Messages are known since', <TimeText key="since" at={known_since} />],
        ]}
      />
    </Section>
  );
}

/** Renders how a device connects: where, with what, its newest messages and how each was read, and why its connections ended. Source: CONN2. */
export function ConnectionTab({ serial }: { readonly serial: string }) {
  const { answer, isUnknown, isLoading } = useAnswer(getDeviceConnection, { serial });
  if (answer === undefined)
    return <EmptyState text={isUnknown ? 'Not known at that time' : isLoading ? 'Loading' : 'Loading failed, retrying'} />;
  return (
    <TwoColumns
      wide={<LastMessages serial={serial} messages={answer.messages} />}
      side={
        <>
          <Overview connection={answer} />
          <WhereToConnect serial={serial} addresses={answer.addresses} />
          <ConnectionChanges changes={answer.connections} />
        </>
      }
    />
  );
}
