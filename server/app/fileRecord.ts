import { randomUUID } from 'node:crypto';
import type { AuditLine } from '../platform/audit/chain.ts';
import type { SetTimer } from '../platform/timers.ts';

/**
 * Time, in ms, after the first file of a device within which further files share its line of the audit record: the three files of an incident, or the
 * logs of a day.
 */
const TOGETHER_MS = 60_000;
/** Maximum length of the file names in a line; further files are only counted. */
const MAX_NAMES = 180;

interface FileRecordParts {
  readonly append: (line: AuditLine) => void;
  /** Returns the organisation for which a device works now. */
  readonly ownerOf: (serial: string) => string | null | undefined;
  readonly now: () => number;
  readonly after: SetTimer;
}

/** Returns as many names as fit in a line, and at least one. */
function namesIn(names: readonly string[]): string {
  const shown: string[] = [];
  for (const name of names) {
    if (shown.length > 0 && [...shown, name].join(', ').length > MAX_NAMES) break;
    shown.push(name);
  }
  return [...shown, ...(shown.length < names.length ? ['…'] : [])].join(', ');
}

/**
 * Creates the audit record of files that devices upload: at most one line per device and minute, so that the actions of people remain visible. Source: AUDITC2.
 */
export function createFileRecord({ append, ownerOf, now, after }: FileRecordParts) {
  const waiting = new Map<string, { readonly names: string[]; readonly write: () => void }>();
  const start = (serial: string, first: string) => {
    const names = [first];
    const at = now();
    const owner = ownerOf(serial);
    const write = () => {
      cancel();
      waiting.delete(serial);
      const params = { serial, files: namesIn(names), count: String(names.length) };
      const line = { at, who: serial, role: null, call: 'device_file', params, requestId: randomUUID(), status: 200 };
      append({ ...line, organisations: owner == null ? [] : [owner] });
    };
    const cancel = after(TOGETHER_MS, write);
    waiting.set(serial, { names, write });
  };
  return {
    recorded: (serial: string, name: string): void => {
      const known = waiting.get(serial);
      if (known === undefined) start(serial, name);
      else known.names.push(name);
    },
    /** Writes the pending lines; called before the server ends. */
    flush: (): void => {
      for (const { write } of waiting.values()) write();
    },
  };
}
