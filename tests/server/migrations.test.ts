import { expect, it } from 'vitest';
import { tableHistories } from '#server/app/migrations';
import { addingProblem } from '../support/addingProblem.ts';

/** The last migration of the first release. The earlier ones were never run beside an older server. */
const FIRST_RELEASE = '026_lease';
/** Migrations that take something away: what, and the version since which no server uses it. */
const contracts: Readonly<Record<string, string>> = {};

const names = [...new Set(tableHistories.flatMap(Object.keys))].filter((name) => name > FIRST_RELEASE);
const statementsOf = (name: string) => tableHistories.flatMap((history) => history[name] ?? []);
const isContract = (name: string) => /^\d+_contract_/.test(name);

it('[MIGRATE1] a migration since the first release only adds, or is one that takes away by its name and in the list', () => {
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter(isContract)).toEqual(Object.keys(contracts));
  for (const name of names.filter((one) => !isContract(one))) expect([name, addingProblem(statementsOf(name))]).toEqual([name, null]);
});

it.each([
  [`create table a (id text primary key, at timestamptz not null, kind text not null check (kind in ('x', 'y')))`],
  [`create table a (serial text references device (serial) on delete cascade)`],
  [`create table a (id text)`, `create unique index a_id on a (id)`, `insert into a values ('x')`, `alter table a add check (id <> '')`],
  [`alter table device add column note text`],
  [`alter table device add column note text, add column count numeric(4, 2) not null default 0`],
  [`create index device_note on device (lower(note)) where note is not null`],
])('[MIGRATE1] %s only adds', (...statements) => {
  expect(addingProblem(statements)).toBeNull();
});

it.each([
  [`drop table device`],
  [`alter table device drop column name`],
  [`alter table device rename column name to title`],
  [`alter table device alter column name set not null`],
  [`alter table device add column note text not null`],
  [`alter table device add column note text, drop column name`],
  [`alter table device add column note text unique`],
  [`alter table device add check (name <> '')`],
  [`create unique index device_name on device (name)`],
  [`create table a (serial text references device (serial))`],
  [`alter table command add column serial text references device (serial)`],
  [`update device set name = ''`],
  [`delete from device`],
  [`insert into device (serial) values ('x')`],
  [`create table a (id text)`, `update device set name = ''`],
  [`select 1; drop table device`],
])('[MIGRATE1] %s does more than add', (...statements) => {
  expect(addingProblem(statements)).not.toBeNull();
});
