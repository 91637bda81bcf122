import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant } from '../platform/database/column.ts';

/** Who controls a device; no row and no holder are nobody. `epoch` counts up with every change. */
interface ControlTable {
  serial: string;
  holder: string | null;
  holder_name: string | null;
  since: NullableInstant;
  epoch: number;
  changed_at: Instant;
}

/** When a person was last seen at any console. */
interface PresenceTable {
  username: string;
  seen_at: Instant;
}

interface CommandTable {
  id: string;
  device_serial: string;
  command: string;
  arguments: Json;
  status: string;
  given_at: Instant;
  given_by: string;
  given_by_name: string;
  holder: string | null;
  holder_name: string | null;
  epoch: number | null;
  /** Must be delivered by then, and have ended by `ends_by`. */
  expires_at: Instant;
  ends_by: Instant;
  sent_at: NullableInstant;
  delivered_at: NullableInstant;
  ended_at: NullableInstant;
  /** When the device said `done` after its command had ended otherwise. */
  confirmed_at: NullableInstant;
  text: string | null;
  /** Of an upload: whether its end stands in the incidents whose data it brought. */
  upload_noted: Generated<boolean>;
}

/** What was done by whom; each row's hash covers the row and the hash before it. Append only. */
interface AuditTable {
  id: number;
  at: Instant;
  who: string;
  role: string | null;
  call: string;
  params: Json;
  request_id: string;
  status: number;
  hash: string;
}

interface AuditHeadTable {
  only_one: Generated<boolean>;
  id: number;
  hash: string;
}

/** How to sign in to one computer of a device, sealed by `server/platform/seal.ts`. */
interface SshCredentialTable {
  serial: string;
  target: string;
  sealed: Buffer;
}

/** Whether a person wants to be notified of a device. */
interface PushSettingTable {
  username: string;
  serial: string;
  mobile_push: boolean;
}

/** A telephone that takes notifications. */
interface PushSubscriptionTable {
  id: string;
  username: string;
  created_at: Instant;
}

/** Who controls what, what was done by whom, and what a person chose. */
export interface ActTables {
  control: ControlTable;
  presence: PresenceTable;
  command: CommandTable;
  audit: AuditTable;
  audit_head: AuditHeadTable;
  ssh_credential: SshCredentialTable;
  push_setting: PushSettingTable;
  push_subscription: PushSubscriptionTable;
}
