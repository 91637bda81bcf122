import type { Kysely } from 'kysely';
import { getMobilePushState, getNotificationSettings, postNotificationSettings } from '#contract/notification';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { readPushSettings, savePushSettings } from './pushSettings.ts';
import type { Principal } from '../platform/principal.ts';
import { covers, requireDevice, scopeOf } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';

/** Dependencies of the notification handlers. */
export interface NotificationDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
}

/** Creates the handlers of the caller's notification settings; each user has their own. */
export function notificationHandlers({
  database,
  registry,
}: NotificationDependencies): Pick<Handlers, 'getNotificationSettings' | 'postNotificationSettings' | 'getMobilePushState'> {
  const seesOf = (caller: Principal) => {
    const scope = scopeOf(caller, registry);
    return (serial: string) => covers(scope, registry.organisationOfDevice(serial) ?? null);
  };
  return {
    getNotificationSettings: serve(getNotificationSettings, async ({ caller }) => {
      const settings = Object.entries(await readPushSettings(database, caller.username, seesOf(caller)));
      return { settings: Object.fromEntries(settings.map(([serial, mobile_push]) => [serial, { mobile_push }])) };
    }),
    postNotificationSettings: serve(postNotificationSettings, async ({ caller, body }) => {
      const scope = scopeOf(caller, registry);
      for (const serial of Object.keys(body)) requireDevice(scope, registry, serial);
      const changes = Object.fromEntries(Object.entries(body).map(([serial, { mobile_push }]) => [serial, mobile_push]));
      await savePushSettings(database, { username: caller.username, changes, sees: seesOf(caller) });
      return { success: true };
    }),
    getMobilePushState: serve(getMobilePushState, async ({ caller }) => {
      const { count } = await database
        .selectFrom('push_subscription')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('username', '=', caller.username)
        .executeTakeFirstOrThrow();
      return { nr_active_subscriptions: count };
    }),
  };
}
