import { getDeviceConnection } from '#contract/devices/deviceConnection';
import { type DeviceEvent, getEvents } from '#contract/devices/deviceEvent';
import { connectionLink, deviceLink } from '#domain/addresses';
import { clockOffsetText, isClockOff, newestUnreadable } from '#domain/devices/messageFaults';
import { belgianTimeText } from '#domain/text/localTime';
import { selectNow } from '#state/clock';
import { useFeature } from '#hooks/features';
import { useCallProblem } from '#hooks/useCallProblem';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { BannerLink } from '#widgets/BannerLink';
import { useClockOffset } from '../useRawState.ts';

/** Number of the newest warnings that are searched for warnings about unreadable fields. */
const NEWEST_WARNINGS = { page: 0, per_page: 10, level: 'warning' } as const;
/** Number of the newest events that are searched for the one that reports that all messages can be read again. */
const NEWEST_SUCCESSES = { page: 0, per_page: 10, level: 'success' } as const;
const NONE: readonly DeviceEvent[] = [];

/** The link to the reasons: how each message was read or, for users who may not see that, the events. */
function Reasons({ serial }: { readonly serial: string }) {
  const isAnnounced = useFeature('device_connection');
  const isForThem = useCallProblem(getDeviceConnection) === null;
  if (isAnnounced && isForThem) return <BannerLink to={connectionLink(serial)}>Connection</BannerLink>;
  return <BannerLink to={deviceLink(serial, 'events')}>Events</BannerLink>;
}

/** Renders the problems with the messages of a device: a wrong clock, and fields that could not be read. Nothing if there are none. */
export function MessageFaults({ serial }: { readonly serial: string }) {
  const offsetMs = useClockOffset(serial);
  const { answer } = useAnswer(getEvents, { serial }, NEWEST_WARNINGS);
  const successes = useAnswer(getEvents, { serial }, NEWEST_SUCCESSES).answer?.results ?? NONE;
  const unreadable = useAppSelector((s) => newestUnreadable([...(answer?.results ?? NONE), ...successes], selectNow(s)));
  return (
    <>
      {offsetMs != null && isClockOff(offsetMs) && (
        <Banner tone="warning">{`The clock of this device is ${clockOffsetText(offsetMs)}. Times that it reports itself are off by that.`}</Banner>
      )}
      {unreadable !== undefined && (
        <Banner
          tone="warning"
          action={<Reasons serial={serial} />}
        >{`${belgianTimeText(unreadable.belgian_local_time)}: ${unreadable.message ?? 'Fields could not be read'}`}</Banner>
      )}
    </>
  );
}
