import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ParsedQueryOf, ReplyOf } from '#contract/call';
import { auditLine, type getAuditLines, UNKNOWN_STATUS } from '#contract/audit';
import { z } from '#contract/schema';
import { SUBJECT } from '../../platform/audit/tables.ts';
import type { Database } from '../../platform/database/tables.ts';
import { windowOf } from '../../platform/database/pageOfRows.ts';

/** The people whose lines are read: everybody, or those all of whose organisations were among these. */
export type ReadableLines = 'all' | readonly string[];

type AuditQuery = ParsedQueryOf<typeof getAuditLines>;

/** Maximum number of lines that one request searches: the record grows forever. */
const WINDOW = 20_000;
const FAILED_FROM = 400;
const params = z.record(z.string(), z.string());
const changed = z.nullable(auditLine.shape.changes);

const subject = sql.raw(SUBJECT);
const time = ({ from, to }: AuditQuery): readonly RawBuilder<unknown>[] => [
  ...(from === undefined ? [] : [sql`at >= ${new Date(from)}`]),
  ...(to === undefined ? [] : [sql`at < ${new Date(to)}`]),
];
const all = (tests: readonly RawBuilder<unknown>[]) => (tests.length === 0 ? sql`true` : sql.join(tests, sql` and `));

/** Returns SQL for "an expression equals a typed text", ignoring case; PostgreSQL lower-cases both sides, so its locale decides. */
const isText = (expression: RawBuilder<unknown>, typed: string) => sql`${expression} = lower(${typed.trim()}::text)`;

/** Returns the conditions that have an index, the most selective one first. Source: AUDIT13. */
const indexed = ({ about, who, call }: AuditQuery): readonly RawBuilder<unknown>[] => [
  ...(about === undefined ? [] : [isText(subject, about)]),
  ...(who === undefined ? [] : [isText(sql`lower(who)`, who)]),
  ...(call === undefined ? [] : [isText(sql`lower(call)`, call)]),
];

/** Returns SQL for the newest lines, read by one index. */
const newest = (tests: readonly RawBuilder<unknown>[]) =>
  sql`(select id, at, who, role, call, params, status, organisations, changes from audit where ${all(tests)} order by at desc, id desc limit ${sql.lit(WINDOW)})`;

/**
 * Returns the lines to search. For the people of organisations, only the index of organisations is used, so that the lines of others neither delay the response
 * nor appear in it.
 */
function candidates(readable: ReadableLines, query: AuditQuery): RawBuilder<unknown> {
  if (readable === 'all') return newest([...indexed(query).slice(0, 1), ...time(query)]);
  const ofEach = readable.map((organisation) => newest([sql`organisations[1] = ${organisation}`, ...time(query)]));
  return ofEach.length === 0 ? newest([sql`false`]) : sql.join(ofEach, sql` union all `);
}

const outcome = ({ outcome: wanted }: AuditQuery): readonly RawBuilder<unknown>[] => {
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
  readonly scanned: number;
  readonly oldest: Date | null;
}

/** Reads a page of lines of the audit record, newest first, by index and in bounded time. */
export async function readLines(
  database: Kysely<Database>,
  readable: ReadableLines,
  query: AuditQuery,
): Promise<ReplyOf<typeof getAuditLines>> {
  const { limit, offset } = windowOf(query);
  const wanted = all([...own(readable), ...indexed(query), ...outcome(query)]);
  const scanned = sql`with scanned as materialized (select * from (${candidates(readable, query)}) as each order by at desc, id desc limit ${sql.lit(WINDOW)})`;
  const count = sql<Count>`${scanned} select count(*) filter (where ${wanted})::integer as total, count(*)::integer as scanned, min(at) as oldest from scanned`;
  const page = sql<Row>`${scanned} select id, at, who, role, call, params, status, changes from scanned where ${wanted}
    order by at desc, id desc limit ${limit} offset ${offset}`;
  const [counted, lines] = await Promise.all([count.execute(database), page.execute(database)]);
  const [{ total, scanned: number, oldest } = { total: 0, scanned: 0, oldest: null }] = counted.rows;
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
