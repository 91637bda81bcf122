/** Display names of entities with an id and a name: places, maps, device types, life cycle stages, languages. */

import { folded } from './foundIn.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Returns the thing, with its id as its name if the name is blank: a server that requires no name may return none. Source: NAMED2. */
export const named = <N extends Named>(thing: N): N => (thing.name.trim() === '' ? { ...thing, name: thing.id } : thing);

/** Returns the things, with the id as the name of each thing without one; the same list if every thing has a name. Source: NAMED2. */
export function namedAll<N extends Named>(things: readonly N[]): readonly N[] {
  return things.some((thing) => named(thing) !== thing) ? things.map((thing) => named(thing)) : things;
}

/** Returns the display name of each thing, by id: its name, with the id added if another one has the same name (`Alba (l-1)`). Source: NAMED2, TWIN1. */
export function nameLabels(all: readonly Named[]): ReadonlyMap<string, string> {
  const things = namedAll(all);
  const keyOf = (name: string) => folded(name.trim());
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(keyOf(name), (counts.get(keyOf(name)) ?? 0) + 1);
  return new Map(things.map(({ id, name }) => [id, counts.get(keyOf(name)) === 1 ? name : `${name} (${id})`]));
}
