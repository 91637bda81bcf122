/** Movement along routes on walkway and lanes: speed, pose, routes to a lane and to the charger. */

import { CHARGER, FIRST_LANE_X_METRES, LANE_PITCH_METRES, type PlanLane } from '../company/planShape.ts';
import { withFields, type Robot, type Stop } from './robot.ts';

/** Speed on the walkway, in metres per second. */
const WALKWAY_SPEED = 0.9;
/** Speed in a lane while treating, in metres per second. */
export const LANE_SPEED = 0.55;

/** Moves the robot along its route for `dtMs`; if it has no route, its velocity is 0. */
export function drive(robot: Robot, dtMs: number): Robot {
  let { x, y, theta, node } = robot;
  let leftSeconds = dtMs / 1000;
  let metres = 0;
  let velocity = 0;
  const route = [...robot.route];
  for (let stop = route[0]; stop !== undefined && leftSeconds > 0; stop = route[0]) {
    const distance = Math.hypot(stop.x - x, stop.y - y);
    const possible = Math.abs(stop.speed) * leftSeconds;
    if (distance > 0.001) velocity = stop.speed;
    if (distance > 0.001 && stop.speed > 0) theta = Math.atan2(stop.y - y, stop.x - x);
    const share = distance <= possible || distance === 0 ? 1 : possible / distance;
    [x, y] = share === 1 ? [stop.x, stop.y] : [x + (stop.x - x) * share, y + (stop.y - y) * share];
    metres += distance * share;
    leftSeconds -= (distance * share) / Math.abs(stop.speed);
    if (share < 1) {
      if (y === 0) node = walkwayNode(robot, x);
      break;
    }
    node = stop.node;
    route.shift();
  }
  if (velocity === 0 && robot.velocity === 0 && robot.route.length === 0) return robot;
  return withFields(robot, { x, y, theta, node, velocity, route, meter: { ...robot.meter, mileage: robot.meter.mileage + metres } });
}

/** Returns the route from the robot's pose to the walkway, in reverse out of a lane. */
function out(robot: Robot): readonly Stop[] {
  if (robot.y === 0) return [];
  const head = robot.build.lanes.find((lane) => lane.x === robot.x && Math.sign(lane.headY) === Math.sign(robot.y));
  const onWalkway: Stop = { x: robot.x, y: 0, node: walkwayNode(robot, robot.x), speed: -LANE_SPEED };
  return head === undefined || Math.abs(robot.y) <= Math.abs(head.headY)
    ? [onWalkway]
    : [{ x: head.x, y: head.headY, node: head.id, speed: -LANE_SPEED }, onWalkway];
}

/** Checks whether the robot is in this lane, including the lane head. */
export function isInLane(robot: Robot, lane: PlanLane): boolean {
  return robot.x === lane.x && robot.y * Math.sign(lane.headY) >= Math.abs(lane.headY);
}

/** Returns the route to the head of a lane. */
export function toLane(robot: Robot, lane: PlanLane): readonly Stop[] {
  if (robot.x === lane.x && robot.y === lane.headY) return [];
  return [
    ...out(robot),
    { x: lane.x, y: 0, node: walkwayNode(robot, lane.x), speed: WALKWAY_SPEED },
    { x: lane.x, y: lane.headY, node: lane.id, speed: WALKWAY_SPEED },
  ];
}

/** Returns the route to the far end of a lane and back, during which the lane is treated. */
export function throughLane(lane: PlanLane): readonly Stop[] {
  return [
    { x: lane.x, y: lane.farY, node: lane.outNode, speed: LANE_SPEED },
    { x: lane.x, y: lane.headY, node: lane.id, speed: -LANE_SPEED },
  ];
}

/** Returns the route to the charger. */
export function toCharger(robot: Robot): readonly Stop[] {
  return [...out(robot), { x: CHARGER.x, y: CHARGER.y, node: CHARGER.node, speed: WALKWAY_SPEED }];
}

/** Returns a slow route along the walkway to a lane, as in manual driving. */
export function stroll(robot: Robot, lane: PlanLane): readonly Stop[] {
  return [...out(robot), { x: lane.x, y: 0, node: walkwayNode(robot, lane.x), speed: 0.4 }];
}

/** Returns the walkway waypoint nearest to `x`; the charger before the first one. */
function walkwayNode(robot: Robot, x: number): string {
  const index = Math.round((x - FIRST_LANE_X_METRES) / LANE_PITCH_METRES);
  // The northern lanes come first, and each has a waypoint.
  const lane = robot.build.lanes[index];
  return lane === undefined ? CHARGER.node : `W${lane.id}`;
}

/** Checks whether the robot is at the charger. */
export const isHome = ({ x, y }: Robot) => x === CHARGER.x && y === CHARGER.y;
