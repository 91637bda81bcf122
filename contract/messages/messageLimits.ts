/** Limits of messages from devices, in bytes and counts; a message that exceeds one is refused with a notice. */

/** Limits of the messages that a device sends. A message that exceeds one is refused with a notice (`notice.ts`). Sizes are in bytes. */
export const messageLimits = {
  /** Maximum packet size of a connected device: the message and its topic. A longer packet closes the connection. */
  packetBytes: 262_144,
  /** Maximum size of the CONNECT packet of a device. */
  connectBytes: 16_384,
  /** Maximum size of a message that contains neither jobs nor a configuration file. */
  messageBytes: 65_536,
  /** Maximum size of a message with jobs (enough for some 1,800 lanes) or with a configuration file. Longer content is sent in parts. */
  jobsMessageBytes: 260_000,
  /** Maximum time, in ms, in which a connected device sends nothing, not even a ping. Exceeding it closes the connection. */
  quietMs: 90_000,
  /** Maximum number of parts of one treatment report or one file. */
  treatmentParts: 16,
  /** Maximum number of unacknowledged messages; command results are counted separately. Exceeding it closes the connection. */
  unacknowledged: 500,
  /** Maximum number of unreleased QoS 2 messages. Exceeding it closes the connection. */
  unreleased: 10,
  /** Maximum number of messages per second, and in one burst after a pause; the server delays reading any further ones. */
  messagesPerSecond: 100,
  messagesAtOnce: 1_000,
  /** Maximum number of bytes per second, and in one burst after a pause; the server delays reading any further ones. */
  bytesPerSecond: 524_288,
  bytesAtOnce: 4_194_304,
  /** Maximum characters of an id, a name or a site version. */
  idCharacters: 100,
  versionCharacters: 200,
  /** Maximum characters of the name of a file or parameter. */
  fileNameCharacters: 200,
  /** Maximum number of parameters and, below, of bytes of JSON in all configuration files of a device together. */
  parameters: 5_000,
  configurationBytes: 1_000_000,
  /** Maximum characters of a command result's text. */
  resultCharacters: 1_000,
} as const;

/** The data groups whose messages contain jobs, and `configuration`: the longer limit (`jobsMessageBytes`) applies to their messages. */
const withJobs: ReadonlySet<unknown> = new Set(['treatment', 'active_treatment', 'configuration']);

/** Returns the maximum length of a message, in bytes; `dataGroup` is the data group of a data message, otherwise the kind of the message. */
export const maxMessageBytes = (dataGroup?: unknown): number =>
  withJobs.has(dataGroup) ? messageLimits.jobsMessageBytes : messageLimits.messageBytes;
