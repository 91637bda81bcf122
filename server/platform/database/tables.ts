import type { AuditHeadTable, AuditTable } from '../audit/tables.ts';

/** All tables of the server. A feature adds its own in its `tables.ts`, beside the statements that create them. */
export interface Database {
  audit: AuditTable;
  audit_head: AuditHeadTable;
}
