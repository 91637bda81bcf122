import { Activity, ClockAlert, KeyRound, Plug } from 'lucide-react';
import type { AnswerOf } from '#contract/call';
import type { Device } from '#contract/devices/device';
import type { getDeviceConnection } from '#contract/devices/deviceConnection';
import { type ConnectionDay, messagesPerMinute } from '#domain/devices/connectionDay';
import { clockOffsetText } from '#domain/devices/messageFaults';
import { ageText } from '#domain/text/duration';
import { MISSING, numberText } from '#domain/text/numbers';
import { type Stat, StatBand } from '#ui/StatBand';
import { TimeText } from '#widgets/TimeText';

type Connection = AnswerOf<typeof getDeviceConnection>;

interface Props {
  readonly device: Device | undefined;
  readonly connection: Connection;
  readonly day: ConnectionDay;
  readonly now: number;
}

function connectedStat({ is_connected }: Connection, { newest }: ConnectionDay, now: number): Stat {
  const label = is_connected === null ? 'Connection' : is_connected ? 'Connected' : 'Not connected';
  if (is_connected === null) return { label, icon: Plug, number: MISSING, evidence: 'The broker does not say' };
  if (newest?.isConnected !== is_connected) return { label, icon: Plug, number: MISSING, evidence: 'Since when is not known' };
  return { label, icon: Plug, number: ageText(now - newest.at), evidence: <TimeText at={new Date(newest.at).toISOString()} /> };
}

/** Minimum offset of a wrong device clock, in ms: its events are then dated by the server. Source: CLOCK4. */
const WRONG_MS = 5_000;

function clockStat({ clock_offset_ms: offset }: Connection): Stat {
  if (offset == null) return { label: 'Clock', icon: ClockAlert, number: MISSING, evidence: 'Not measured: no state was read' };
  const isWrong = Math.abs(offset) > WRONG_MS;
  return {
    label: 'Clock',
    icon: ClockAlert,
    number: clockOffsetText(offset),
    ...(isWrong ? { tone: 'warning' as const, evidence: 'Check its time server (NTP)' } : {}),
  };
}

function tokenStat(device: Device | undefined, now: number): Stat {
  const endsAt = Date.parse(device?.access_token_ends_at ?? '');
  if (Number.isNaN(endsAt))
    return { label: 'Token', icon: KeyRound, number: MISSING, evidence: 'None by hand is known; a device with a key renews its own' };
  return {
    label: endsAt > now ? 'Token ends in' : 'Token',
    icon: KeyRound,
    number: endsAt > now ? ageText(endsAt - now) : 'Ended',
    evidence: <TimeText at={device?.access_token_ends_at} />,
    ...(endsAt > now ? {} : { tone: 'error' as const }),
  };
}

function messageStat({ messages }: Connection): Stat {
  const faulty = messages.filter(({ outcome }) => outcome !== 'read').length;
  const rate = messagesPerMinute(messages.map(({ received_at }) => Date.parse(received_at)));
  return {
    label: 'Messages a minute',
    icon: Activity,
    number: rate === null ? MISSING : numberText(rate),
    evidence: `${faulty} of ${messages.length} listed are not whole or not read`,
    ...(faulty > 0 ? { tone: 'warning' as const } : {}),
  };
}

/** Renders the connection of a device in four numbers. */
export function ConnectionNumbers({ device, connection, day, now }: Props) {
  return <StatBand stats={[connectedStat(connection, day, now), clockStat(connection), tokenStat(device, now), messageStat(connection)]} />;
}
