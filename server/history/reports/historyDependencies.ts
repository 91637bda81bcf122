import type { OwnershipRegistry } from '../../locations/ownershipRegistry.ts';
import type { WorkSlots } from '../../platform/limits/workSlots.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { HistoryStore } from './historyStore.ts';

/** Dependencies of the handlers of the history. */
export interface HistoryDependencies extends HistoryStore {
  readonly registry: OwnershipRegistry;
  readonly workSlots: WorkSlots;
  readonly settings: Pick<Settings, 'HISTORY_ROLLUP_DAYS' | 'HISTORY_ACCOUNT_DAYS' | 'HISTORY_EVENT_DAYS'>;
  readonly now: () => number;
}
