import { instant, z } from '../schema.ts';

/** Why a device gets a notice. Others may be added. */
export const noticeCode = z.enum([
  /** Fields of a message could not be read, or exceed their bounds, and were left out; the rest counts. */
  'fields_dropped',
  /** Fields that no contract knows were left out, or something stands for fields that are missing; all else counts. */
  'fields_noted',
  /** Nothing of the message counts. */
  'unreadable',
  'too_large',
  /** A report that is older than, or the same as, one that is known. */
  'old',
  /** The incident or treatment belongs to somebody else. */
  'id_taken',
  /** A result of a command that the device never got, or that has ended. */
  'result_refused',
  /** It could not be stored. */
  'not_stored',
  /** Parts of a treatment never came. */
  'parts_missing',
  'unknown_device',
  'unknown_topic',
  'retained',
  /** A topic of another device, of commands or of the broker; the connection ends. */
  'foreign_topic',
  /** Too many messages wait for their acknowledgement or their release; the connection ends. */
  'too_many_waiting',
  'subscription_refused',
]);
/** Why a device gets a notice. */
export type NoticeCode = z.infer<typeof noticeCode>;

/** A field of a message, why it is named, and the limit that it exceeds. */
export const noticeField = z.object({ field: z.string(), why: z.string(), limit: z.nullish(z.string()) });
/** A field of a message, why it is named, and the limit that it exceeds. */
export type NoticeField = z.infer<typeof noticeField>;

/**
 * A notice to a device (`devices/{serial}/notice`, QoS 0, never retained): something that it sent was refused or left out. The same one is sent at most
 * once in 10 s and five at most in a second; a device that does not subscribe to it, or does not read, misses it. Nobody waits for an answer.
 */
export const noticeMessage = z.object({
  /** By the server's clock. */
  time: instant,
  code: noticeCode,
  /** In words, for a log. */
  text: z.string(),
  /** The topic of the message, or the last part of it. */
  topic: z.string(),
  /** The fields that identify the message, as far as they could be read: `time`, `sequence`, `data_group`, `kind`, ids. */
  message: z.record(z.string(), z.union([z.string(), z.number()])),
  /** At most 20; `fields_in_all` counts them all. */
  fields: z.array(noticeField),
  fields_in_all: z.int(),
  /** Whether nothing of the message counts. */
  is_dropped: z.boolean(),
  closes_connection: z.boolean(),
  /** Notices that were not sent since the last one. */
  more_since_the_last: z.int(),
});
/** A notice to a device. */
export type NoticeMessage = z.infer<typeof noticeMessage>;
