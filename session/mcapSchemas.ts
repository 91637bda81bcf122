const time = { type: 'object', title: 'time', properties: { sec: { type: 'integer', minimum: 0 }, nsec: { type: 'integer', minimum: 0 } } };
const vector = { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' }, z: { type: 'number' } } };
const quaternion = { type: 'object', properties: { ...vector.properties, w: { type: 'number' } } };
const pose = { type: 'object', properties: { position: vector, orientation: quaternion } };
const colour = {
  type: 'object',
  properties: { r: { type: 'number' }, g: { type: 'number' }, b: { type: 'number' }, a: { type: 'number' } },
};

const line = {
  type: 'object',
  properties: {
    type: { type: 'integer' },
    pose,
    thickness: { type: 'number' },
    scale_invariant: { type: 'boolean' },
    points: { type: 'array', items: vector },
    color: colour,
    colors: { type: 'array', items: colour },
    indices: { type: 'array', items: { type: 'integer' } },
  },
};
const nothing = { type: 'array', items: { type: 'object' } };
const duration = { type: 'object', title: 'duration', properties: time.properties };
const entity = {
  type: 'object',
  properties: {
    timestamp: time,
    frame_id: { type: 'string' },
    id: { type: 'string' },
    lifetime: duration,
    frame_locked: { type: 'boolean' },
    metadata: nothing,
    arrows: nothing,
    cubes: nothing,
    spheres: nothing,
    cylinders: nothing,
    lines: { type: 'array', items: line },
    triangles: nothing,
    texts: nothing,
    models: nothing,
  },
};

const objectOf = (title: string, properties: object) => ({ title, type: 'object', properties });

/**
 * The JSON schemas of the MCAP messages, by name. The schemas named `foxglove.…` are Foxglove's well-known ones, which robotics tools
 * understand.
 */
export const mcapSchemas = {
  'orangery.StateReport': objectOf('orangery.StateReport', {
    serial: { type: 'string' },
    reportedAt: { type: 'integer' },
    state: { type: 'object' },
  }),
  'foxglove.PoseInFrame': objectOf('foxglove.PoseInFrame', { timestamp: time, frame_id: { type: 'string' }, pose }),
  'foxglove.SceneUpdate': objectOf('foxglove.SceneUpdate', { deletions: nothing, entities: { type: 'array', items: entity } }),
  'foxglove.Log': objectOf('foxglove.Log', {
    timestamp: time,
    level: { type: 'integer' },
    message: { type: 'string' },
    name: { type: 'string' },
    file: { type: 'string' },
    line: { type: 'integer' },
  }),
} as const;

/** The name of a message's schema. */
export type McapSchema = keyof typeof mcapSchemas;
