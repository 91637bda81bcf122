/** The description of a recording in its header (user, version, notes), and the upgrade from older versions. */

import { z } from '#contract/schema';
import { DamagedRecording } from './bytes.ts';

/** The current version of the format; older ones are upgraded when they are read. */
export const FORMAT_VERSION = 1;

/** Maximum length of the text of a note, in characters. */
export const MAX_NOTE = 500;
/** Maximum number of notes of a recording, which keeps the list readable and the store small. */
export const MAX_NOTES = 200;
/** Maximum time of a note after the last event, in ms: the log reaches the recording in parts of about a second. */
export const NOTE_LAG_MS = 2_000;

/** Maximum length of the URL of a screen, in characters. */
const MAX_SCREEN = 4_000;
const MAX_INSTANT = 8.64e15;
const recordedNote = z.object({
  at: z.number().check(z.minimum(0), z.maximum(MAX_INSTANT)),
  text: z.string().check(z.minLength(1), z.maxLength(MAX_NOTE)),
});

const recordingInfo = z.object({
  writtenAt: z.number().check(z.minimum(0), z.maximum(MAX_INSTANT)),
  note: z.string(),
  // Files of versions without notes lack the list; a damaged list is treated as missing.
  notes: z.catch(z.optional(z.array(recordedNote).check(z.maxLength(MAX_NOTES))), undefined),
  recordedBy: z.object({ username: z.string(), name: z.string(), role: z.string() }),
  // Files of earlier versions lack the screen; an invalid value is treated as missing.
  screen: z.catch(z.optional(z.string().check(z.startsWith('/'), z.maxLength(MAX_SCREEN))), undefined),
  devices: z.int().check(z.minimum(0)),
  site: z.object({
    company: z.string(),
    product: z.string(),
    version: z.string(),
    default_organisation_id: z.string(),
    features: z.array(z.string()),
  }),
});
/**
 * The description of a recording, before its first block. `writtenAt` is in ms since epoch, `note` is '' if there is none, `notes` are texts at moments of the
 * recording, `recordedBy.role` is '' if unknown, `screen` is the path and query of the screen from which the recording was saved, `devices` is the number of
 * devices that report in it. `site` holds the settings of the console that affect its screens.
 */
export type RecordingInfo = z.infer<typeof recordingInfo>;

type Fields = Readonly<Record<string, unknown>>;
/** A function that converts the info of one version to that of the next. */
type InfoUpgrade = (info: Fields) => Fields;

/** The upgrades to the next version, by version. */
const infoUpgrades: Readonly<Record<number, InfoUpgrade>> = {};

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the info of a file, upgraded from its version. Throws `DamagedRecording` for a newer version, and for content that no version writes. */
export function readInfo(json: unknown, version: number, upgrades = infoUpgrades): RecordingInfo {
  if (version > FORMAT_VERSION) throw new DamagedRecording('This recording was made by a newer version of the console.');
  let info = isFields(json) ? json : {};
  for (let from = version; from < FORMAT_VERSION; from += 1) info = upgrades[from]?.(info) ?? {};
  const read = recordingInfo.safeParse(info);
  if (!read.success) throw new DamagedRecording('The header of the recording is damaged.');
  return read.data;
}
