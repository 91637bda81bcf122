import * as fc from 'fast-check';

/** Words as robots use them for states, tasks, job types and statuses. */
const word = fc.oneof(
  fc.constantFrom(
    'ERROR',
    'Error',
    'error',
    ' error ',
    'FEHLER',
    'CHARGING',
    'Docking',
    'executing_task',
    'EXECUTING_TASK',
    'idle',
    'IDLE',
  ),
  fc.constantFrom(
    'uv_treatment',
    'spray_treatment',
    'drive',
    'waiting - 60',
    'node',
    '',
    ' ',
    '__proto__',
    'constructor',
    '走行',
    'täglich',
  ),
  fc.string({ maxLength: 40 }),
);

/** Ids with blanks, slashes, umlauts, and of every length that is taken. */
export const anyId = fc.oneof(
  fc.constantFrom('101', 'Reihe 3/ü', 'a b', '#1', '%', '..', 'constructor', '__proto__'),
  fc.string({ minLength: 1, maxLength: 100 }),
);

/** Versions of any maker. */
export const anyVersion = fc.oneof(
  fc.constantFrom('5.3.2#5.3.2#1#1#1#1#1#1#1', '2024-11', 'v7', '2.1.1', '2.-1.3', '-1', '', '#', '1.2.3-1', '2.1.1#2'),
  fc.string({ maxLength: 60 }),
);

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

/** A state: no field is sure to be there, and some are of nobody's document. */
export const anyState = fc.record(
  {
    current_state: maybe(word),
    current_task: maybe(word),
    state: maybe(word),
    error_code: maybe(word),
    controller: maybe(word),
    battery_level: maybe(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
    current_pose_x: maybe(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
    current_pose_y: maybe(fc.double({ min: -1e6, max: 1e6, noNaN: true })),
    current_node: maybe(anyId),
    voltage: fc.double({ min: 0, max: 900, noNaN: true }),
    errors: fc.array(fc.record({ code: word, severity: word, part: word }), { maxLength: 5 }),
    'tank level (l)': fc.nat(5_000),
  },
  { requiredKeys: [] },
);

/** Jobs: none to very many, with any words, several of one lane, some of none. */
export const anyJobs = fc.array(
  fc.record(
    {
      job_type: maybe(word),
      object_id: maybe(fc.oneof(fc.constantFrom('101', '102', '103'), anyId)),
      status: maybe(fc.oneof(fc.constantFrom('QUEUED', 'FAILED', 'COMPLETED', 'skipped', 'running', 'cancelled', 'DONE'), word)),
      error_code: maybe(word),
      gutter: maybe(fc.oneof(fc.constantFrom<string | number>('G12', 7, '7'), word)),
      treatment_time: maybe(fc.double({ min: 0, max: 1e9, noNaN: true })),
      dosage: maybe(fc.double({ min: 0, max: 1e9, noNaN: true })),
    },
    { requiredKeys: [] },
  ),
  { maxLength: 60 },
);
