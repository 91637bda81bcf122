import { afterTimer } from '../platform/timers.ts';
import { type Notifier, type NotifierParts, startNotifier } from '../notifications/notifier.ts';
import { loadPushKeys, type PushKeys } from '../notifications/pushKeys.ts';
import { createPushService, pushHosts } from '../notifications/pushService.ts';
import type { Leases } from '../platform/instances/leases.ts';
import type { ServerParts } from './serverParts.ts';

/** Opens the connection to push services. */
function openPush({ database, settings, credentialKey }: ServerParts) {
  let keys: Promise<PushKeys> | undefined;
  const hosts = pushHosts(settings.PUSH_HOSTS);
  const pushKeys = () => {
    keys ??= loadPushKeys(database, credentialKey).catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  const contact = settings.PUSH_CONTACT ?? `mailto:${settings.MAIL_FROM ?? `no-reply@${new URL(settings.publicUrl).hostname}`}`;
  return { pushKeys, pushHosts: hosts, pushService: createPushService({ keys: pushKeys, contact, hosts, after: afterTimer }) };
}

type Shared = Omit<NotifierParts, 'fence' | 'key' | 'groupsOf' | 'service'> & { readonly leases: Leases };

/** Opens the notifications for people; one server watches the devices on behalf of all servers. */
export async function openNotifications(parts: ServerParts, { leases, ...shared }: Shared) {
  const push = openPush(parts);
  let notifier: Notifier | null = null;
  const notifying = await leases.take({
    name: 'notifications',
    start: async (fence) => {
      const started = await startNotifier({
        ...shared,
        fence,
        key: parts.credentialKey,
        groupsOf: (usernames) => parts.identity.groupsOf(usernames),
        service: push.pushService,
      });
      notifier = started;
      return async () => {
        notifier = null;
        await started.close();
      };
    },
  });
  // The selection is stored; if reading it fails, the next round reads it.
  const onPushChoice = async () => {
    await notifier?.readChoices().catch(() => undefined);
  };
  return { push: { ...push, onPushChoice }, close: notifying.close };
}
