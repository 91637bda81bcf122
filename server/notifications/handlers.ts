/** Handlers of the caller's notification settings and browsers, and of the test notification. */

import type { Kysely } from 'kysely';
import type { KeyObject } from 'node:crypto';
import {
  getMobilePushState,
  getNotificationSettings,
  getPushReceivers,
  postNotificationSettings,
  postPushReceiver,
  postRemovePushReceiver,
  postTestPush,
} from '#contract/notification';
import { testNotice } from '#domain/notifications/siteNotice';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { readPushSettings, savePushSettings } from './pushSettings.ts';
import type { Scope } from '../platform/principal.ts';
import { covers, requireDevice } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { invalid } from '../platform/failure/failure.ts';
import type { PushKeys } from './pushKeys.ts';
import { isPushAddress, type PushService } from './pushService.ts';
import { forgetReceiver, listReceivers, receiversOf, removeReceiver, saveReceiver } from './receivers.ts';

/** Dependencies of the notification handlers. */
export interface NotificationDependencies {
  readonly database: Kysely<Database>;
  readonly registry: OwnershipRegistry;
  readonly credentialKey: KeyObject;
  readonly pushKeys: () => Promise<PushKeys>;
  readonly pushHosts: readonly string[];
  readonly pushService: PushService;
  /**
   * Called after a person has selected other devices or registered a browser; only on the server that handled the request, which may not be the one that sends
   * notices.
   */
  readonly onPushChoice: () => Promise<void>;
  readonly now: () => number;
}

type NotificationHandlers = Pick<
  Handlers,
  | 'getNotificationSettings'
  | 'postNotificationSettings'
  | 'getMobilePushState'
  | 'getPushReceivers'
  | 'postPushReceiver'
  | 'postRemovePushReceiver'
  | 'postTestPush'
>;

function receiverHandlers({
  database,
  credentialKey,
  pushKeys,
  pushHosts,
  pushService,
  onPushChoice,
  now,
}: NotificationDependencies): Pick<
  NotificationHandlers,
  'getPushReceivers' | 'postPushReceiver' | 'postRemovePushReceiver' | 'postTestPush'
> {
  return {
    getPushReceivers: serve(getPushReceivers, async ({ caller }) => {
      const [{ publicKey }, rows] = await Promise.all([pushKeys(), listReceivers(database, caller.username)]);
      const results = rows.map(({ id, label, created_at, renewed_at }) => ({
        id,
        label,
        created_at: created_at.toISOString(),
        renewed_at: renewed_at.toISOString(),
      }));
      return { public_key: publicKey, results };
    }),
    postPushReceiver: serve(postPushReceiver, async ({ caller, body }) => {
      if (!isPushAddress(body.endpoint, pushHosts)) throw invalid('The push service of this browser is not one that the server sends to.');
      const id = await saveReceiver(database, credentialKey, { person: caller, body, at: new Date(now()) });
      await onPushChoice();
      return { id };
    }),
    postRemovePushReceiver: serve(postRemovePushReceiver, async ({ caller, body }) => {
      await removeReceiver(database, caller.username, body.id);
      return { success: true };
    }),
    postTestPush: serve(postTestPush, async ({ caller, body }) => {
      const receiver = (await receiversOf(database, credentialKey, [caller.username])).find(({ id }) => id === body.id);
      if (receiver === undefined) throw createFailure('noBrowser');
      const result = await pushService.send(receiver, testNotice(now()));
      if (result === 'gone') await forgetReceiver(database, receiver.id);
      return { success: result === 'taken' };
    }),
  };
}

/** Creates the handlers of the caller's notification settings; each user has their own. */
export function notificationHandlers(dependencies: NotificationDependencies): NotificationHandlers {
  const { database, registry, onPushChoice } = dependencies;
  const seesOf = (scope: Scope) => (serial: string) => covers(scope, registry.organisationOfDevice(serial) ?? null);
  return {
    getNotificationSettings: serve(getNotificationSettings, async ({ caller, scope }) => {
      const settings = Object.entries(await readPushSettings(database, caller.username, seesOf(scope)));
      return { settings: Object.fromEntries(settings.map(([serial, mobile_push]) => [serial, { mobile_push }])) };
    }),
    postNotificationSettings: serve(postNotificationSettings, async ({ caller, scope, body }) => {
      for (const serial of Object.keys(body)) requireDevice(scope, registry, serial);
      const changes = Object.fromEntries(Object.entries(body).map(([serial, { mobile_push }]) => [serial, mobile_push]));
      await savePushSettings(database, { username: caller.username, changes, sees: seesOf(scope) });
      await onPushChoice();
      return { success: true };
    }),
    getMobilePushState: serve(getMobilePushState, async ({ caller }) => {
      const { count } = await database
        .selectFrom('push_receiver')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('username', '=', caller.username)
        .executeTakeFirstOrThrow();
      return { nr_active_subscriptions: count };
    }),
    ...receiverHandlers(dependencies),
  };
}
