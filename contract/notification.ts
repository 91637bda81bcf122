/** Notification settings per device, and the browsers registered for push notifications: the calls to count, add, remove and test them. */

import { call } from './call.ts';
import { instant, z } from './schema.ts';

/** The caller's setting for one device; a missing setting means off. Source: spec, Notification settings. */
const pushState = z.nullish(z.object({ mobile_push: z.nullish(z.boolean()) }));

/** The setting to save for one device. */
const pushSetting = z.object({ mobile_push: z.boolean() });

/** Returns the caller's settings by serial; notifications are off for a device without an entry. Fails: 401. Source: CALL-028, OPEN-09. */
export const getNotificationSettings = call({
  method: 'GET',
  path: 'notifications/settings',
  summary: 'The devices that may notify the caller.',
  answer: z.object({ settings: z.record(z.string(), pushState) }),
});

/**
 * Changes the caller's settings; the body holds only the changed serials and is applied atomically. Fails: 400 if more than 75 devices would be on, or for a
 * device type without notifications; 404 for a serial not visible to the caller. Source: CALL-029, OPEN-10.
 */
export const postNotificationSettings = call({
  method: 'POST',
  path: 'notifications/settings',
  summary: 'Changes which devices may notify the caller.',
  body: z.record(z.string().check(z.minLength(1), z.maxLength(200)), pushSetting),
  answer: z.object({ success: z.boolean() }),
});

/** Returns the number of the caller's push subscriptions. Fails: 401. Source: CALL-030, OPEN-11. */
export const getMobilePushState = call({
  method: 'GET',
  path: 'notifications/mobile_push/state',
  summary: "The number of the caller's subscriptions.",
  answer: z.object({ nr_active_subscriptions: z.int().check(z.minimum(0)) }),
});

/** The public key of a browser (an uncompressed P-256 point of 65 bytes), in base64url. Source: RFC 8291. */
const pointText = z.string().check(z.regex(/^[\w-]{87}=?$/));
const authText = z.string().check(z.regex(/^[\w-]{22}(==)?$/));

/** A browser that receives the caller's notifications. `renewed_at` is the instant of its last registration; the server assigns the id. */
export const pushReceiver = z.object({
  id: z.string(),
  /** The name of the browser, chosen by the person or by the browser itself, e.g. 'Firefox, Android'. */
  label: z.string(),
  created_at: instant,
  renewed_at: instant,
});
/** A browser that receives the caller's notifications. */
export type PushReceiver = z.infer<typeof pushReceiver>;

/**
 * Returns the browsers that receive the caller's notifications, and the server's public key (VAPID, base64url), with which a browser registers. Fails: 401. Not
 * in the specification: feature `web_push`.
 */
export const getPushReceivers = call({
  method: 'GET',
  path: 'notifications/mobile_push/receivers',
  summary: "The caller's browsers that receive notifications.",
  answer: z.object({ public_key: z.string(), results: z.array(pushReceiver) }),
});

/**
 * Registers a browser by its push subscription (RFC 8030), or renews its registration; a browser registered by another person then belongs to the caller.
 * Fails: 400 for an endpoint that belongs to no known push service, 409 for more than 20 browsers. Not in the specification: feature `web_push`.
 */
export const postPushReceiver = call({
  method: 'POST',
  path: 'notifications/mobile_push/register',
  summary: 'Registers a browser for notifications.',
  secret: true,
  body: z.object({
    endpoint: z.string().check(z.minLength(1), z.maxLength(1_000)),
    keys: z.object({ p256dh: pointText, auth: authText }),
    label: z.string().check(z.maxLength(100)),
    /** The language in which notifications explain error codes; if it is missing, the development text is used. */
    locale: z.nullish(z.string().check(z.maxLength(100))),
  }),
  answer: z.object({ id: z.string() }),
});

/** Ends the notifications of a browser of the caller. Fails: 404. Not in the specification: feature `web_push`. */
export const postRemovePushReceiver = call({
  method: 'POST',
  path: 'notifications/mobile_push/remove',
  summary: 'Ends the notifications of a browser.',
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({ success: z.boolean() }),
});

/**
 * Sends a test notification to a browser of the caller. `success` is false when its push service rejected it. Fails: 404. Not in the
 * specification: feature `web_push`.
 */
export const postTestPush = call({
  method: 'POST',
  path: 'notifications/mobile_push/test',
  summary: 'Sends a notification to try a browser.',
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: z.object({ success: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const notificationCalls = {
  getNotificationSettings,
  postNotificationSettings,
  getMobilePushState,
  getPushReceivers,
  postPushReceiver,
  postRemovePushReceiver,
  postTestPush,
} as const;
