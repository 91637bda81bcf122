/** `ParameterEdit`, a change of a parameter in progress with its draft; edits by `placeKey` (device, file, parameter). */

import type { ConfigDraft } from '#domain/configuration/configEdit';

/** Identifies a parameter of a device. */
export interface EditPlace {
  readonly serial: string;
  readonly file: string;
  readonly name: string;
}

/** A change in progress: the draft, the initial draft, and the value of the device when the change began. */
export interface ParameterEdit {
  readonly draft: ConfigDraft;
  /** The draft at the start of the edit; a draft that differs from it is unsaved. */
  readonly begun: ConfigDraft;
  readonly seen: unknown;
}

/** Edits by `placeKey`. */
export type Edits = ReadonlyMap<string, ParameterEdit>;

export const placeKey = ({ serial, file, name }: EditPlace): string => JSON.stringify([serial, file, name]);

export function withEdit(edits: Edits, place: EditPlace, edit: ParameterEdit | null): Edits {
  const next = new Map(edits);
  if (edit === null) next.delete(placeKey(place));
  else next.set(placeKey(place), edit);
  return next;
}
