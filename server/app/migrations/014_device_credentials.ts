import { sql, type Kysely } from 'kysely';

/** The sealed secrets of metadata, the credentials of devices without their private part, and the way to what was done with one deployment. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_secret (
      serial text primary key references device (serial),
      sealed bytea not null
    )`.execute(database);
  await sql`
    create table device_credential (
      serial text primary key references device (serial),
      algorithm_type text not null check (algorithm_type in ('RSA2048', 'NISTP256', 'IDENTITY')),
      public_key text,
      created_at timestamptz not null,
      created_by text not null
    )`.execute(database);
  await sql`
    create index device_action_deployment on device_action ((coalesce(new_value ->> 'deployment_id', old_value ->> 'deployment_id')))
    where action_type in ('deploy', 'close_deployment')`.execute(database);
}
