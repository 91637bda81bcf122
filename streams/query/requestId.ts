const SHAPE = 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx';

/** Returns a UUID (version 4) for one call with side effects; `random` returns [0, 1). */
export function requestIdOf(random: () => number): string {
  return SHAPE.replaceAll(/[xy]/g, (place) => {
    const digit = Math.floor(random() * 16);
    return (place === 'y' ? 8 + (digit % 4) : digit).toString(16);
  });
}
