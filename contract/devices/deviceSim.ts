/** The SIM data of devices, copied by hand from the portal of the mobile operator: `enteredSim`, `simChange`, and the calls to read and change them. */

import { call } from '../call.ts';
import { instant, z } from '../schema.ts';

/** Maximum number of devices in one change of SIM data. */
export const MAX_SIMS = 2_000;
/** Maximum length of a text of a SIM, in characters. */
export const MAX_SIM_TEXT = 100;

const text = z.nullish(z.string().check(z.maxLength(MAX_SIM_TEXT)));
/** The fields of `simInfo` that people copy from the portal of the mobile operator; `ctd_data_usage` is in bytes. */
const simFields = {
  customer: text,
  rate_plan: text,
  status: text,
  ctd_data_usage: z.nullish(z.number().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))),
  overage_limit_reached: z.nullish(z.boolean()),
  overage_limit_override: text,
};

/** The SIM fields that people entered for a device; the device itself does not know its rate plan. */
export const enteredSim = z.object({ serial: z.string(), ...simFields, saved_at: instant, saved_by: z.string() });
/** The SIM fields of a device that people entered. */
export type EnteredSim = z.infer<typeof enteredSim>;

/** A change of one SIM: a missing field keeps its value, null removes it. */
export const simChange = z.object({ serial: z.string(), ...simFields });
/** A change of one SIM. */
export type SimChange = z.infer<typeof simChange>;

/**
 * Returns the entered SIM fields of all visible devices, except those entered under a former owner. An extension of this server, announced as `device_sims`.
 */
export const getDeviceSims = call({
  method: 'GET',
  path: 'device_sims',
  summary: 'SIM data that people entered.',
  answer: z.object({ result: z.array(enteredSim) }),
});

/**
 * Changes the SIM data of devices, all or none. An extension of this server, announced as `device_sims`. Fails: 400 if there is no change or for a text that
 * cannot be stored, 403 without the right to change devices, 404 for a device that is unknown or not visible.
 */
export const postDeviceSims = call({
  method: 'POST',
  path: 'device_sims',
  summary: 'Changes SIM data of devices.',
  body: z.object({ sims: z.array(simChange).check(z.minLength(1), z.maxLength(MAX_SIMS)) }),
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const deviceSimCalls = { getDeviceSims, postDeviceSims } as const;
