import { call } from './call.ts';
import { z } from './schema.ts';

/** The caller's setting for one device; missing means off. Source: spec, Notification settings. */
const pushState = z.nullish(z.object({ mobile_push: z.nullish(z.boolean()) }));

/** The setting to save for one device. */
const pushSetting = z.object({ mobile_push: z.boolean() });

/** The caller's settings by serial; a device without an entry is off. Fails: 401. Source: CALL-028, OPEN-09. */
export const getNotificationSettings = call({
  method: 'GET',
  path: 'notifications/settings',
  summary: 'The devices that may notify the caller.',
  answer: z.object({ settings: z.record(z.string(), pushState) }),
});

/**
 * Changes the caller's settings; the body holds only the changed serials and is applied atomically. Fails: 400 when more than 75 would be on, or for
 * a device type without notifications; 404 for a serial not visible to the caller. Source: CALL-029, OPEN-10.
 */
export const postNotificationSettings = call({
  method: 'POST',
  path: 'notifications/settings',
  summary: 'Changes which devices may notify the caller.',
  body: z.record(z.string().check(z.minLength(1), z.maxLength(200)), pushSetting),
  answer: z.object({ success: z.boolean() }),
});

/** The number of the caller's push subscriptions; they are created in the mobile app. Fails: 401. Source: CALL-030, OPEN-11. */
export const getMobilePushState = call({
  method: 'GET',
  path: 'notifications/mobile_push/state',
  summary: "The number of the caller's subscriptions.",
  answer: z.object({ nr_active_subscriptions: z.int().check(z.minimum(0)) }),
});

/** The calls of this file; `calls.ts` joins those of all files. */
export const notificationCalls = { getNotificationSettings, postNotificationSettings, getMobilePushState } as const;
