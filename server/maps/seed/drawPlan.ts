import type { Feature, PlanLayers } from '#contract/map';
import {
  CHARGER,
  LANE_PITCH_METRES,
  LANE_WIDTH_METRES,
  lanesOf,
  siteOf,
  toMillimetre,
  WALKWAY_WIDTH_METRES,
} from '../../simulator/company/planShape.ts';
import type { PlanLane, SiteShape } from '../../simulator/company/planShape.ts';

type Point = readonly [x: number, y: number];
type Properties = Feature['properties'];

const GUTTER_WIDTH_METRES = 0.3;
/** Lanes per post of the greenhouse's frame. */
const LANES_PER_POST = 6;

/**
 * Draws the plan of a shape: lanes, gutters, obstacles, nodes in local metres, x east, y north. The layers are those of `GET
 * map/{id}/{version}/geojson`.
 */
export function drawPlan(shape: SiteShape): PlanLayers {
  const lanes = lanesOf(shape);
  const site = siteOf(shape);
  return {
    site: layer([box([site.left, site.bottom], [site.right, site.top], { id: shape.id })]),
    node: layer([point([CHARGER.x, CHARGER.y], { id: CHARGER.node }), ...lanes.flatMap(nodes)]),
    connection: layer(connections(lanes)),
    waypoint: layer(columns(lanes).map((lane) => point([lane.x, 0], { id: `W${lane.id}` }))),
    lane: layer(lanes.map(laneArea)),
    walkway: layer([walkway(site.left, site.right)]),
    gutter: layer(gutters(lanes)),
    obstacle: layer(obstacles(lanes, site)),
  };
}

const at = ([x, y]: Point) => [toMillimetre(x), toMillimetre(y)];
const layer = (features: readonly Feature[]): PlanLayers['site'] => ({ type: 'FeatureCollection', features: [...features] });

function point(place: Point, properties: Properties): Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: at(place) }, properties };
}

function line(places: readonly Point[], properties: Properties): Feature {
  return { type: 'Feature', geometry: { type: 'LineString', coordinates: places.map(at) }, properties };
}

function box([left, bottom]: Point, [right, top]: Point, properties: Properties): Feature {
  const ring: readonly Point[] = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ];
  return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring.map(at)] }, properties };
}

/** Returns one lane per x along the walkway, the northern one if lanes lie on both sides. */
const columns = (lanes: readonly PlanLane[]) => lanes.filter(({ headY }) => headY > 0);

function nodes(lane: PlanLane): readonly Feature[] {
  return [point([lane.x, lane.headY], { id: lane.id }), point([lane.x, lane.farY], { id: lane.outNode })];
}

function connections(lanes: readonly PlanLane[]): readonly Feature[] {
  const stops = [{ id: CHARGER.node, x: CHARGER.x }, ...columns(lanes).map(({ id, x }) => ({ id: `W${id}`, x }))];
  const along = stops.slice(1).map((stop, index) => {
    const before = stops[index] ?? stop;
    return line(
      [
        [before.x, 0],
        [stop.x, 0],
      ],
      { from: before.id, to: stop.id },
    );
  });
  const northern = new Map(columns(lanes).map(({ x, id }) => [x, id]));
  const into = lanes.map((lane) =>
    line(
      [
        [lane.x, 0],
        [lane.x, lane.headY],
      ],
      { from: `W${northern.get(lane.x) ?? lane.id}`, to: lane.id },
    ),
  );
  const inside = lanes.map((lane) =>
    line(
      [
        [lane.x, lane.headY],
        [lane.x, lane.farY],
      ],
      { from: lane.id, to: lane.outNode },
    ),
  );
  return [...along, ...into, ...inside];
}

function laneArea(lane: PlanLane): Feature {
  const half = LANE_WIDTH_METRES / 2;
  const [low, high] = [Math.min(lane.headY, lane.farY), Math.max(lane.headY, lane.farY)];
  return box([lane.x - half, low], [lane.x + half, high], { id: lane.id, length: toMillimetre(high - low), width: LANE_WIDTH_METRES });
}

function walkway(left: number, right: number): Feature {
  const half = WALKWAY_WIDTH_METRES / 2;
  return box([left + 0.5, -half], [right - 0.5, half], {
    id: 'WALK-1',
    length: toMillimetre(right - left - 1),
    width: WALKWAY_WIDTH_METRES,
  });
}

/** Returns the gutters: one west of every lane, and one east of the last lane of each side. */
function gutters(lanes: readonly PlanLane[]): readonly Feature[] {
  const half = GUTTER_WIDTH_METRES / 2;
  const beside = (lane: PlanLane, side: number, number: number) => {
    const x = lane.x + (side * LANE_PITCH_METRES) / 2;
    // Plants start a little inside the row, so that a device has room to turn.
    const ends = [lane.headY + Math.sign(lane.headY) * 1.2, lane.farY];
    return box([x - half, Math.min(...ends)], [x + half, Math.max(...ends)], { number });
  };
  return lanes.flatMap((lane, index) => {
    const next = lanes[index + 1];
    const isLast = next === undefined || next.headY !== lane.headY;
    return [beside(lane, -1, lane.gutter), ...(isLast ? [beside(lane, 1, lane.gutter + 1)] : [])];
  });
}

function obstacles(lanes: readonly PlanLane[], site: ReturnType<typeof siteOf>): readonly Feature[] {
  const posts = lanes
    .filter((_, index) => index % LANES_PER_POST === LANES_PER_POST - 1)
    .map(({ x, headY }): Feature => {
      const [px, py] = [x + LANE_PITCH_METRES / 2, headY + Math.sign(headY) * 0.5];
      return box([px - 0.15, py - 0.15], [px + 0.15, py + 0.15], { type: 'post' });
    });
  const tank = box([site.left + 0.6, 4], [site.left + 3.8, 7.2], { type: 'tank' });
  return [tank, ...posts];
}
