import { describe, expect, it } from 'vitest';
import { ghostDots } from '#map/drawing/ghostDots';
import { mapLayers, type Drawn } from '#map/mapLayers';
import { byShape } from '#map/partFeatures';
import { mapStyle } from '#map/drawing/mapStyle';
import { planGeometry } from '#map/drawing/planShape';
import type { SwitchableLayer } from '#map/layerName';
import { popupOf, targetOf } from '#map/popup';
import { aPlan, ground } from '../support/aPlan.ts';

const plan = aPlan();
const shape = planGeometry(plan);
const every: ReadonlySet<SwitchableLayer> = new Set(['lane', 'walkway', 'gutter', 'obstacle', 'node', 'connection', 'waypoint', 'crop']);
const anyDevice = {
  serial: 'LF-01',
  name: 'Lumion 01',
  node: null,
  x: 3,
  y: 4,
  theta: Math.PI / 2,
  velocity: null,
  tone: 'online',
} as const;
const aDrawing = (over: Partial<Drawn> = {}): Drawn => ({
  plan,
  shape,
  style: mapStyle('light'),
  zoom: 5,
  shown: every,
  labels: shape.labels,
  fills: [],
  bands: [],
  jobMarks: [],
  crop: [],
  partShapes: { lines: [], points: [] },
  markers: [],
  region: null,
  trail: [],
  devices: [anyDevice],
  ghosts: [],
  ghostDots: [],
  chosen: [],
  atlas: document.createElement('canvas'),
  glides: true,
  epoch: 0,
  ...over,
});
const drawn = (over: Partial<Drawn> = {}) => new Map(mapLayers(aDrawing(over)).map((layer) => [layer.id, layer]));

const deckData = (layer: ReturnType<typeof mapLayers>[number] | undefined): readonly unknown[] =>
  Array.isArray(layer?.props.data) ? layer.props.data : [];

describe('mapLayers', () => {
  it('[POPUP1] every layer that can be clicked has a popup, by the id under which it is drawn', () => {
    const crop = [ground([1, 2, 2, 22], { gutter: 7, state: 0.8 })];
    const [line] = plan.connection.features;
    const [point] = plan.node.features;
    const parts = [line, point].flatMap((feature) => (feature === undefined ? [] : [{ ...feature, properties: { part: 'CO' } }]));
    const markers = [{ id: 'a', label: 'Incident a', to: '/a', x: 5, y: 6 }];
    const devices = ['LF-01', 'LF 02'].map((serial) => ({ ...anyDevice, serial }));
    const content = { plan, crop, parts, markers, devices, laneNotes: new Map<string, string>() };
    const layers = mapLayers(aDrawing({ ...content, partShapes: byShape(parts), epoch: 3 })).filter(({ props }) => props.pickable === true);
    const found = layers.map((layer) => {
      const [object] = deckData(layer);
      const target = targetOf({ layer, index: 0, coordinate: [1, 2], object });
      return [layer.id, target !== null && popupOf(target, content) !== null];
    });
    expect(found).toEqual(
      ['walkway', 'lane', 'gutter', 'crop', 'obstacle', 'part line', 'part point', 'marker', 'device disc 3 LF-01 LF 02'].map((id) => [
        id,
        true,
      ]),
    );
    expect(targetOf({ layer: null, index: -1 })).toBeNull();
  });

  it('[MAP-027] [MAP-028] [MAP-029] [MAP-032] [MAP-033] [MAP-034] [MAP-035] [MAP-036] draws every layer of a plan, ground first', () => {
    expect([...drawn().keys()].slice(0, 19)).toEqual(
      'site,walkway,lane,lane fill,lane band,rail,gutter,crop,obstacle,chosen,connection,node,waypoint,part line,part point,job mark,label,trail,marker'.split(
        ',',
      ),
    );
  });

  it('[REGION9] draws a region as an area and its outline, and nothing without one', () => {
    const corners = [
      [
        [1, 2],
        [5, 2],
        [5, 9],
        [1, 9],
        [1, 2],
      ],
    ];
    const layers = drawn({ region: { west: 1, south: 2, east: 5, north: 9 } });
    expect([layers.get('region')?.props.data, layers.get('region line')?.props.data]).toEqual([corners, corners]);
    expect(drawn().get('region')?.props.data).toEqual([]);
  });

  it.each([
    ['site', plan.site],
    ['lane', plan.lane],
    ['walkway', plan.walkway],
    ['gutter', plan.gutter],
    ['obstacle', plan.obstacle],
    ['node', plan.node],
    ['connection', plan.connection],
    ['waypoint', plan.waypoint],
  ])('hands the features of %s on as they are, so that an unchanged plan costs nothing', (id, { features }) => {
    expect(drawn().get(id)?.props.data).toBe(features);
    expect(drawn({ zoom: 6, style: mapStyle('dark') }).get(id)?.props.data).toBe(features);
  });

  it.each(['lane', 'walkway', 'gutter', 'obstacle', 'node', 'connection', 'waypoint', 'crop'] as const)(
    'a switched-off layer %s stays, invisible',
    (name) => {
      const shown = new Set([...every].filter((other) => other !== name));
      expect(drawn().get(name)?.props.visible).toBe(true);
      expect(drawn({ shown }).get(name)?.props.visible).toBe(false);
    },
  );

  it.each([
    [3.99, false],
    [4, true],
  ])('at zoom %s the rails are visible: %s', (zoom, visible) => {
    expect(drawn({ zoom }).get('rail')?.props.visible).toBe(visible);
  });

  it('another style tells the layers to colour again', () => {
    const lightGutter = drawn().get('gutter')?.props.updateTriggers;
    expect(drawn({ style: mapStyle('dark') }).get('gutter')?.props.updateTriggers).not.toEqual(lightGutter);
  });

  it('[INC-065] [INC-066] [CONST-054] a marker is a pin of 20 by 70 pixels that stands on its place', () => {
    const marker = { id: 'a', label: 'Incident a', to: '/a', x: 5, y: 6 };
    const layer = drawn({ markers: [marker] }).get('marker');
    expect(layer?.props.data).toEqual([marker]);
    expect(layer?.props).toMatchObject({
      getSize: 70,
      sizeUnits: 'pixels',
      pickable: true,
      iconMapping: { pin: { width: 40, height: 140, anchorX: 20, anchorY: 140 } },
    });
  });

  it('the gutters step back while the lanes say something', () => {
    const fills = [{ id: '101', tone: 'failed' as const, polygon: [], head: [0, 0] as [number, number] }];
    expect(drawn().get('gutter')?.props.opacity).toBe(1);
    expect(drawn({ fills }).get('gutter')?.props.opacity).toBe(0.38);
  });

  it.each([
    ['glides for a person who does not mind', true, { getPosition: 1_000 }],
    ['jumps for a person who asked for less motion', false, null],
  ])('[DEV-049] a device %s', (_, glides, transitions) => {
    const arrow = drawn({ glides }).get('device arrow 0 LF-01');
    expect(arrow?.props).toMatchObject({ transitions });
  });

  it('[COMPARE3] a ghost is an outlined arrow at the earlier place, and a dotted line from it to the device', () => {
    const [now] = aDrawing().devices;
    if (now === undefined) throw new Error('no device');
    const ghosts = [{ serial: 'LF-01', x: 1, y: 2, theta: Math.PI, now }];
    const dots = ghostDots(ghosts, 10);
    const layers = drawn({ ghosts, ghostDots: dots });
    const [ghost] = deckData(layers.get('ghost'));
    expect(ghost).toMatchObject({ x: 1, y: 2 });
    expect(layers.get('ghost')?.props).toMatchObject({ getSize: 28 });
    expect([...layers.keys()].indexOf('ghost')).toBeLessThan([...layers.keys()].indexOf('device arrow 0 LF-01'));
    expect(layers.get('ghost line')?.props.data).toBe(dots);
  });

  it('nothing glides across a jump in time: the layers are others', () => {
    expect(drawn({ epoch: 1 }).has('device arrow 1 LF-01')).toBe(true);
  });
});
