import type { WireState } from '#contract/fleet/state';
import type { RobotMessage } from './robotMessage.ts';
import { withFields, type Phase, type Robot } from './robot.ts';

/** The `state` of a docking platform per phase; other phases are reported by their own name. */
const dockWords: Partial<Record<Phase, string>> = { uv_treatment: 'treating', drive_task: 'driving', booting: '' };

/** Returns a robot's state report, and the robot with the next sequence number. */
export function stateReport(robot: Robot, at: number): { robot: Robot; message: RobotMessage } {
  const { serial, clockOffsetMs } = robot.build;
  const body = { time: new Date(at + clockOffsetMs).toISOString(), sequence: robot.sequence, state: wireStateOf(robot) };
  return { robot: withFields(robot, { sequence: robot.sequence + 1 }), message: { serial, kind: 'state', body } };
}

function wireStateOf(robot: Robot): WireState {
  const shared: WireState = {
    battery_level: Math.round(robot.battery),
    controller: robot.controller,
    current_node: robot.node,
    current_pose_x: round(robot.x),
    current_pose_y: round(robot.y),
    current_pose_theta: round(robot.theta),
    current_velocity: round(robot.velocity),
  };
  return robot.build.shape === 'docks' ? { ...shared, ...docks(robot) } : { ...shared, ...taskState(robot) };
}

const round = (value: number) => Math.round(value * 1000) / 1000;

function taskState({ phase, errorCode }: Robot): WireState {
  if (phase === 'idle') return { current_state: 'waiting_for_task', current_task: null, error_code: null };
  if (phase === 'error') return { current_state: 'error', current_task: null, error_code: errorCode };
  if (phase === 'booting') return { current_state: null, current_task: null, error_code: null };
  return { current_state: 'executing_task', current_task: phase, error_code: null };
}

function docks({ build, phase, errorCode }: Robot): WireState {
  const isBroken = phase === 'error';
  const number = build.serial.slice(-3);
  return {
    state: dockWords[phase] ?? phase,
    error: isBroken ? errorCode : null,
    di_state: isBroken ? 'interrupted' : 'connected',
    rp_state: isBroken ? 'stopped' : phase === 'idle' ? 'standby' : 'ready',
    implement_state: phase === 'initializing' ? 'docking' : 'docked',
    implement_functional: !isBroken,
    implement_error: isBroken ? 'bus timeout' : false,
    implement_error_code: isBroken ? '0x09000007' : '0x00000000',
    implement_imp_state: phase === 'uv_treatment' ? 'lamps_on' : 'lamps_off',
    implement_imp_state_left: phase === 'uv_treatment' ? 'lamps_on' : 'lamps_off',
    implement_implement: `UV-1${number}`,
    implement_implement_type: 'UVP02',
    implement_implement_left: `UV-2${number}`,
    implement_implement_type_left: 'UVP02',
    implement_sideshift: `SS-${number}`,
  };
}
