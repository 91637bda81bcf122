import { MASK } from '#domain/text/secretMask';

/** Returns whether a value that is masked in one form of the metadata is readable in the other. */
export function isRevealed(masked: unknown, shown: unknown): boolean {
  if (masked === MASK) return shown !== MASK;
  if (typeof masked !== 'object' || masked === null || typeof shown !== 'object' || shown === null) return false;
  const others = new Map(Object.entries(shown));
  return Object.entries(masked).some(([name, value]) => isRevealed(value, others.get(name)));
}
