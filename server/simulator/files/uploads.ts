/** Uploads of robots, in the background and for commands; the end of an upload is reported after its files are stored. */

import { Buffer } from 'node:buffer';
import type { CommandMessage, ResultMessage } from '#contract/messages/deviceMessage';
import { randomFromText } from '#domain/random/randomFromText';
import type { IncidentEntry } from '../simulation/incident.ts';
import type { LogEntry, RobotProperties } from '../simulation/robot.ts';
import type { RobotMessage } from '../simulation/robotMessage.ts';
import { createBackgroundWork } from './backgroundWork.ts';
import type { DeviceFiles } from './deviceFiles.ts';
import { incidentFilesOf } from './incidentFiles.ts';
import { createFleetThings } from './keptThings.ts';
import { logText } from './logText.ts';

/** The fraction of log files that a robot uploads automatically. */
const LOGS_SHARE = 0.3;

/** The dependencies of the uploads. */
export interface UploadParts {
  readonly files: DeviceFiles;
  readonly builds: readonly RobotProperties[];
  /** Publishes a message; resolves with whether it was acknowledged. */
  readonly publish: (message: RobotMessage) => Promise<boolean>;
  /** Resolves after a number of ms. */
  readonly pause: (ms: number) => Promise<void>;
  readonly log: { readonly warn: (text: string) => void };
}

/** Uploads of robots: those that robots start by themselves, in the background and newest first, and those for a command. */
export interface Uploads {
  /** Publishes a message. A message that announces the end of an upload is held back until the files are stored. */
  readonly publish: (message: RobotMessage) => Promise<boolean>;
  /** Registers a command, whose end is then held back until its files are stored. */
  readonly note: (message: CommandMessage) => void;
  readonly close: () => void;
}

/** Creates the functions that upload files of robots: those of an incident, a log file, or the files that a command names. */
function createPutting(files: DeviceFiles, things: ReturnType<typeof createFleetThings>) {
  const putIncident = async (build: RobotProperties, incident: IncidentEntry) => {
    const made = incidentFilesOf({ build, incident, events: things.of(build.serial).events });
    const last = made.at(-1);
    // The files may already have been uploaded after an earlier start.
    if (last === undefined || !(await files.isWanted(build.serial, `${incident.incident_id}${last.ending}`))) return;
    for (const { ending, bytes } of made) await files.put(build.serial, `${incident.incident_id}${ending}`, await bytes());
  };
  const putLog = (build: RobotProperties, id: string, closedAt: number) =>
    files.put(build.serial, `logs/${id}`, Buffer.from(logText(build, id, closedAt, things.of(build.serial).events)));

  const putNamed = async (build: RobotProperties, wanted: string) => {
    const { incidents, logs } = things.of(build.serial);
    const isWanted = ([id]: readonly [string, unknown]) => wanted === 'all' || wanted === id;
    const named = [[...incidents].filter(isWanted), [...logs].filter(isWanted)] as const;
    if (wanted !== 'all' && named.every((some) => some.length === 0)) throw new Error('it is no longer on the disk');
    for (const [, incident] of named[0]) await putIncident(build, incident);
    for (const [id, closedAt] of named[1]) await putLog(build, id, closedAt);
  };

  return { putIncident, putLog, putNamed };
}

/** Creates the uploads of the robots. */
export function openUploads({ files, builds, publish, pause, log }: UploadParts): Uploads {
  const built = new Map(builds.map((build) => [build.serial, build]));
  const things = createFleetThings(builds.length);
  const asked = new Map<string, string>();
  const background = createBackgroundWork({ pause, onHeldUp: (error) => log.warn(`simulated robots cannot upload: ${String(error)}`) });

  const { putIncident, putLog, putNamed } = createPutting(files, things);

  const publishIncident = async (build: RobotProperties, incident: IncidentEntry) => {
    const { serial } = build;
    // The server accepts the files of known incidents only.
    const isSent = await publish({ serial, kind: 'log', body: { ...incident, upload_finished: null } });
    if (isSent)
      background.add(Date.parse(incident.time), async () => {
        await putIncident(build, incident);
        if (!(await publish({ serial, kind: 'log', body: incident }))) throw new Error('the connection is lost');
      });
    return isSent;
  };
  const publishLog = async (build: RobotProperties, body: LogEntry) => {
    things.note(build.serial, body);
    if (body.kind === 'incident' && body.upload_finished !== null) return publishIncident(build, body);
    const isSent = await publish({ serial: build.serial, kind: 'log', body });
    if (body.kind !== 'file' || !isSent || !build.uploadsItself) return isSent;
    const [id, closedAt] = [body.database_id, Date.parse(body.timestamp)];
    if (randomFromText(`upload of ${id}`)() < LOGS_SHARE) background.add(closedAt, () => putLog(build, id, closedAt));
    return isSent;
  };
  const publishEnd = async (build: RobotProperties, body: ResultMessage, wanted: string) => {
    const end = await putNamed(build, wanted).then(
      () => body,
      (error: unknown) => ({ ...body, status: 'failed' as const, text: error instanceof Error ? error.message : 'the upload failed' }),
    );
    return publish({ serial: build.serial, kind: 'result', body: end });
  };

  return {
    publish: (message) => {
      const build = built.get(message.serial);
      if (build === undefined) return publish(message);
      if (message.kind === 'log') return publishLog(build, message.body);
      const wanted = message.kind === 'result' ? asked.get(message.body.command_id) : undefined;
      if (message.kind !== 'result' || wanted === undefined || message.body.status === 'delivered') return publish(message);
      asked.delete(message.body.command_id);
      return message.body.status === 'done' ? publishEnd(build, message.body, wanted) : publish(message);
    },
    note: ({ command, command_id, arguments: { incident } }) => {
      if (command === 'upload_data' && typeof incident === 'string') asked.set(command_id, incident);
    },
    close: background.close,
  };
}
