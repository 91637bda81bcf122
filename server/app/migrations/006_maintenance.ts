import { sql, type Kysely } from 'kysely';

/** Sealed credentials by device and target, and the ways to the treatments of one device or time, to those not ended, and to the events of one treatment. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table ssh_credential (
      serial text not null references device (serial),
      target text not null check (target in ('pi', 'nuc', 'router')),
      sealed bytea not null,
      primary key (serial, target)
    )`.execute(database);
  await sql`create index treatment_of_device on treatment (serial, creation_time desc)`.execute(database);
  await sql`create index treatment_finished on treatment (finish_time)`.execute(database);
  await sql`create index treatment_unfinished on treatment (creation_time) where finish_status = ''`.execute(database);
  await sql`create index device_event_treatment on device_event ((action ->> 'treatment_id')) where action ->> 'treatment_id' is not null`.execute(
    database,
  );
}
