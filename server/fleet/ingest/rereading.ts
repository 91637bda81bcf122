import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import { isRecent } from '../../platform/steadyClock.ts';

/** A device may have been created at another instance since the registry was read: it is read again, at most this often, in ms. */
const REREAD_MS = 1_000;

/** Returns the reading of the registry for which messages of unknown devices wait together; null where it was read just before. */
export function createRereading(registry: Pick<OwnershipRegistry, 'refresh'>, now: () => number): () => Promise<void> | null {
  let reading: Promise<void> | null = null;
  let lastRead = Number.NEGATIVE_INFINITY;
  return () => {
    if (reading !== null) return reading;
    if (isRecent(lastRead, now(), REREAD_MS)) return null;
    lastRead = now();
    reading = registry.refresh().finally(() => {
      reading = null;
    });
    return reading;
  };
}
