import { chakra } from '@chakra-ui/react';
import { useContext, useMemo } from 'react';
import { neighboursOf } from '#domain/incidents/neighbours';
import { recordedAt, type RoomRecord } from '#domain/incidents/roomRecord';
import { wantedVersion } from '#domain/places/mapVersion';
import { countText } from '#domain/text/labels';
import type { MapDevice } from '#map/drawing/mapDevice';
import type { Position } from '#map/drawing/position';
import { trailParts, type TrailPart } from '#map/drawing/trailParts';
import { selectPlacedDevices } from '#state/deviceSite';
import { selectDeviceLabel } from '#state/referenceData';
import { useAppSelector, useLogStore } from '#hooks/useAppSelector';
import { Banner } from '#ui/Banner';
import { useSame } from '#ui/useSame';
import { devicesOnPlan } from '#widgets/devicePose';
import { PlanFailure } from '#widgets/PlanFailure';
import { PlanView } from '#widgets/PlanView';
import { useMapNames } from '#widgets/useMapNames';
import { usePlan } from '#widgets/usePlan';
import { RoomHeadContext, useRoom } from './RoomContext.ts';

const HEIGHT_PX = 340;
/** Interval at which the plan moves during playback, in ms of the shown time; the drawing animates in between. */
const STEP_MS = 250;

const Head = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '12px', alignItems: 'baseline' } });
const Title = chakra('h2', { base: { fontSize: '14px', lineHeight: '20px', fontWeight: 600 } });
const End = chakra('span', { base: { textStyle: 'meta', color: 'fg.subtle' } });

/** Returns the instant that the plan shows: that of the playhead, in steps. */
const usePlanAt = (): number => Math.floor(useContext(RoomHeadContext).at / STEP_MS) * STEP_MS;

/** Returns the positions in the reports of a device up to an instant, as its trail in the room. */
function useTrail({ reports, span }: RoomRecord, serial: string, at: number): readonly TrailPart[] {
  return useMemo(() => {
    const points = (reports.get(serial) ?? []).flatMap((report) => {
      const { current_pose_x: x, current_pose_y: y } = report.state ?? {};
      return x == null || y == null || report.at > at ? [] : [{ x, y, at: Math.max(report.at, span.from) }];
    });
    return trailParts(points, at);
  }, [reports, span, serial, at]);
}

/** Returns the device and its neighbours at an instant, the device first; the same list until one of them reports. */
function useDevicesAt(record: RoomRecord, serials: readonly string[], at: number): readonly MapDevice[] {
  const store = useLogStore();
  const found = serials.map((serial) => ({ serial, report: recordedAt(record, serial, at) }));
  const devices = found.flatMap(({ serial, report }) => {
    const name = selectDeviceLabel(store.getState(), serial);
    return report === null ? [] : devicesOnPlan({ serial, name }, report, true);
  });
  return useSame(devices, found.map(({ serial, report }) => `${serial} ${report?.at ?? ''}`).join('\n'));
}

/** Returns the position of the device at the error, or in its first report with a position. */
function useErrorPlace({ reports }: RoomRecord, serial: string, errorAt: number): Position | undefined {
  return useMemo(() => {
    const own = reports.get(serial) ?? [];
    const placed = own.flatMap(({ at, state }): readonly { readonly at: number; readonly place: Position }[] => {
      const { current_pose_x: x, current_pose_y: y } = state ?? {};
      return x == null || y == null ? [] : [{ at, place: [x, y] }];
    });
    return (placed.findLast(({ at }) => at <= errorAt) ?? placed[0])?.place;
  }, [reports, serial, errorAt]);
}

interface Props {
  readonly record: RoomRecord;
  readonly mapId: string;
}

/** Renders the plan of the incident's map at the playhead: the device with its trail in the room, and the devices near it. */
export function RoomPlan({ record, mapId }: Props) {
  const { incident, errorAt } = useRoom();
  const { machine_serial: serial, map_version: version } = incident;
  const wanted = useMemo(() => ({ id: mapId, ...wantedVersion(version) }), [mapId, version]);
  const { plan, version: shown, warning } = usePlan(wanted);
  const listed = useAppSelector(selectPlacedDevices);
  const neighbours = useMemo(() => neighboursOf(record, { serial, mapId }, listed), [record, serial, mapId, listed]);
  const serials = useMemo(() => [serial, ...neighbours], [serial, neighbours]);
  const at = usePlanAt();
  const devices = useDevicesAt(record, serials, at);
  const trail = useTrail(record, serial, at);
  const focus = useErrorPlace(record, serial, errorAt);
  const { jumps } = useContext(RoomHeadContext);
  const nameOf = useMapNames();
  const near = devices.filter((device) => device.serial !== serial).length;
  const others = at > record.knownTo ? 'not known yet' : `${countText(near, 'other device')} here`;
  if (plan.answer === undefined && plan.failure !== undefined) return <PlanFailure onRetry={plan.refresh} />;
  return (
    <div>
      {warning !== null && <Banner tone="warning">{warning}</Banner>}
      <PlanView
        label="Plan"
        heading={
          <Head>
            <Title>Plan</Title>
            <End>{[nameOf(mapId), shown, others].filter((part) => part !== null).join(', ')}</End>
          </Head>
        }
        plan={plan.answer?.layers}
        heightPx={HEIGHT_PX}
        devices={devices}
        trail={trail}
        focus={focus}
        epoch={jumps}
      />
    </div>
  );
}
