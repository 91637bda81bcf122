import { expect, it } from 'vitest';
import { liveReport, type LiveReport, reportedStateOf } from '#server/fleet/liveReport';
import { createLiveReports } from '#server/fleet/liveReports';
import { controlledBus, publishControl, publishLeft } from '#server/commands/control/addController';
import { createControlCache } from '#server/commands/control/controlCache';
import { inProcessBus } from '#server/platform/bus/bus';

const AT = Date.parse('2026-03-04T13:05:00.000Z');
const SERIAL = 'A-1';
const report = (battery_level = 50, controller: string | null = null): LiveReport =>
  liveReport({
    push: { type: 'state', serial: SERIAL, timestamp: new Date(AT).toISOString(), state: { battery_level, controller } },
    deviceTime: new Date(AT).toISOString(),
    sequence: 1,
    receivedAt: AT,
  });
const control = (epoch: number) => ({ serial: SERIAL, holder: `p${String(epoch)}`, holderName: `P ${String(epoch)}`, since: null, epoch });

function instances() {
  const wire = inProcessBus<LiveReport>();
  const instance = () => {
    const live = createLiveReports(() => AT);
    const memory = createControlCache();
    const bus = controlledBus(wire, live, memory);
    const received: LiveReport[] = [];
    bus.subscribe(live.apply);
    bus.subscribe((reports) => void received.push(...reports));
    return { live, memory, bus, received };
  };
  return { wire, one: instance(), two: instance() };
}

it('[BUS3] [CTRL5] a state names the controller when it is published, and its text is not made again elsewhere', () => {
  const { one, two } = instances();
  for (const { memory } of [one, two]) memory.note(control(3));
  one.bus.publish([report()]);
  expect(reportedStateOf(two.live.newest(SERIAL))?.state.controller).toBe('p3');
  expect(two.received[0]?.push).toBe(one.received[0]?.push);
});

it('[CTRL5] an instance that knows a later controller names that one, and an earlier one changes nothing', () => {
  const { one, two } = instances();
  one.memory.note(control(3));
  two.memory.note(control(4));
  one.bus.publish([report()]);
  two.bus.publish([report()]);
  const controllers = (reports: readonly LiveReport[]) => reports.map((each) => reportedStateOf(each)?.state.controller);
  expect(controllers(one.received)).toEqual(['p3', 'p4']);
  expect(controllers(two.received)).toEqual(['p4', 'p4']);
});

it('[CTRL5] [BUS4] a text that cannot be read is not shown with a former controller, and its announcements count', () => {
  const { wire, one, two } = instances();
  const unreadable = { ...report(), controlEpoch: 3, push: { text: () => '{}', json: () => undefined, read: () => undefined } };
  wire.publish([unreadable]);
  expect(one.received).toHaveLength(1);
  publishControl(two.bus, two.live, two.memory, control(4));
  expect(one.memory.epochOf(SERIAL)).toBe(4);
  expect(one.received).toHaveLength(1);
  publishLeft(two.bus, two.live, SERIAL, AT);
  expect(one.received.map(({ leftAt }) => leftAt)).toEqual([undefined, AT]);
});

it('[CTRL5] a change of control is shown with the own newest state, and is announced once', () => {
  const { wire, one, two } = instances();
  one.bus.publish([report(60)]);
  wire.publish([{ ...report(50), control: control(1) }]);
  expect(reportedStateOf(two.live.newest(SERIAL))?.state).toMatchObject({ battery_level: 60, controller: 'p1' });
  expect(two.live.newest(SERIAL)?.control).toBeUndefined();
});

it('[CTRL7] whom a device names and nobody here gave control is somebody at the robot, until the device says otherwise', () => {
  const { one, two } = instances();
  const shown = () => [one, two].map(({ live }) => reportedStateOf(live.newest(SERIAL))?.state.controller);
  const says = (controller: string | null, sequence: number) =>
    one.bus.publish([{ ...report(50, controller), sequence, deviceTime: AT + sequence }]);
  says('joystick', 1);
  expect(shown()).toEqual(Array(2).fill('Somebody at the robot (joystick)'));
  publishControl(one.bus, one.live, one.memory, control(1));
  expect(shown()).toEqual(Array(2).fill('Somebody at the robot (joystick)'));
  says('p1', 2);
  expect(shown()).toEqual(['p1', 'p1']);
  says(' joystick ', 3);
  expect(shown()).toEqual(Array(2).fill('Somebody at the robot (joystick)'));
  publishControl(one.bus, one.live, one.memory, control(2));
  // A device may name who had control before: late, or because it never forgets.
  says('p1', 4);
  expect(shown()).toEqual(['p2', 'p2']);
  says('', 5);
  expect(shown()).toEqual(['p2', 'p2']);
});
