import { FieldNote } from '#ui/FieldNote';

/** Renders under a form that what it saves changes nothing on a device by itself. Source: KEPTHERE2. */
export function KeptHere() {
  return <FieldNote>Kept here: whether a device uses it is not known.</FieldNote>;
}
