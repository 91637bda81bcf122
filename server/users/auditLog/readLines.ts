import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ParsedQueryOf, ReplyOf } from '#contract/call';
import { auditLine, type getAuditLines, UNKNOWN_STATUS } from '#contract/audit';
import { z } from '#contract/schema';
import { SUBJECT } from '../../platform/audit/tables.ts';
import type { Database } from '../../platform/database/tables.ts';
import { windowOf } from '../../platform/database/pageOfRows.ts';

/** Whose lines are read: everybody's, or those of people all of whose organisations were among these. */
export type ReadableLines = 'all' | readonly string[];

type Asked = ParsedQueryOf<typeof getAuditLines>;

/** Maximum number of lines that one request searches: the record grows for ever. */
const WINDOW = 20_000;
const FAILED_FROM = 400;
const params = z.record(z.string(), z.string());
const changed = z.nullable(auditLine.shape.changes);

const subject = sql.raw(SUBJECT);
const time = ({ from, to }: Asked): readonly RawBuilder<unknown>[] => [
  ...(from === undefined ? [] : [sql`at >= ${from}::timestamptz`]),
  ...(to === undefined ? [] : [sql`at < ${to}::timestamptz`]),
];
const all = (tests: readonly RawBuilder<unknown>[]) => (tests.length === 0 ? sql`true` : sql.join(tests, sql` and `));

/** The conditions that have an index each, the most selective one first. */
const indexed = ({ about, who, call }: Asked): readonly RawBuilder<unknown>[] => [
  ...(about === undefined ? [] : [sql`${subject} = ${about.trim().toLowerCase()}`]),
  ...(who === undefined ? [] : [sql`who = ${who.trim()}`]),
  ...(call === undefined ? [] : [sql`call = ${call}`]),
];

/** Newest lines by one index. */
const newest = (tests: readonly RawBuilder<unknown>[]) =>
  sql`(select id, at, who, role, call, params, status, organisations, changes from audit where ${all(tests)} order by at desc, id desc limit ${sql.lit(WINDOW)})`;

/**
 * Returns the lines that are searched: for the people of organisations by the index of organisations alone, so that the lines of others neither
 * delay the answer nor show in it.
 */
function candidates(readable: ReadableLines, asked: Asked): RawBuilder<unknown> {
  if (readable === 'all') return newest([...indexed(asked).slice(0, 1), ...time(asked)]);
  const ofEach = readable.map((organisation) => newest([sql`organisations[1] = ${organisation}`, ...time(asked)]));
  return ofEach.length === 0 ? newest([sql`false`]) : sql.join(ofEach, sql` union all `);
}

const outcome = ({ outcome: wanted }: Asked): readonly RawBuilder<unknown>[] => {
  if (wanted === undefined) return [];
  return [
    wanted === 'done'
      ? sql`status < ${sql.lit(FAILED_FROM)} and status <> ${sql.lit(UNKNOWN_STATUS)}`
      : sql`status >= ${sql.lit(FAILED_FROM)}`,
  ];
};

const own = (readable: ReadableLines): readonly RawBuilder<unknown>[] =>
  readable === 'all' ? [] : [sql`organisations <@ ${[...readable]}::text[]`];

interface Row {
  readonly id: number;
  readonly at: Date;
  readonly who: string;
  readonly role: string | null;
  readonly call: string;
  readonly params: unknown;
  readonly status: number;
  readonly changes: unknown;
}

interface Count {
  readonly total: number;
  readonly looked: number;
  readonly oldest: Date | null;
}

/** Reads a page of the audit record, newest first. */
export async function readLines(database: Kysely<Database>, readable: ReadableLines, asked: Asked): Promise<ReplyOf<typeof getAuditLines>> {
  const { limit, offset } = windowOf(asked);
  const wanted = all([...own(readable), ...indexed(asked), ...outcome(asked)]);
  const looked = sql`with looked as materialized (select * from (${candidates(readable, asked)}) as each order by at desc, id desc limit ${sql.lit(WINDOW)})`;
  const count = sql<Count>`${looked} select count(*) filter (where ${wanted})::integer as total, count(*)::integer as looked, min(at) as oldest from looked`;
  const page = sql<Row>`${looked} select id, at, who, role, call, params, status, changes from looked where ${wanted}
    order by at desc, id desc limit ${limit} offset ${offset}`;
  const [counted, lines] = await Promise.all([count.execute(database), page.execute(database)]);
  const [{ total, looked: number, oldest } = { total: 0, looked: 0, oldest: null }] = counted.rows;
  return {
    total,
    searched_from: number < WINDOW ? null : (oldest?.toISOString() ?? null),
    results: lines.rows.map(({ id, at, params: given, changes, ...rest }) => ({
      ...rest,
      id: String(id),
      at: at.toISOString(),
      params: params.parse(given),
      ...(changes === null ? {} : { changes: changed.parse(changes) }),
    })),
  };
}
