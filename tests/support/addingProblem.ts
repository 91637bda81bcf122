/** Splits at commas outside parentheses. */
function clausesOf(text: string): readonly string[] {
  const clauses = [''];
  let depth = 0;
  for (const mark of text) {
    depth += mark === '(' ? 1 : mark === ')' ? -1 : 0;
    if (mark === ',' && depth === 0) clauses.push('');
    else clauses[clauses.length - 1] += mark;
  }
  return clauses.map((clause) => clause.trim());
}

/** Whether a row of an older server, which does not know the reference, could not be deleted for it. */
const holdsRows = (text: string) =>
  (text.match(/\breferences\b/g) ?? []).length !== (text.match(/\bon delete (cascade|set null)\b/g) ?? []).length;

/** Whether a column can be left out by a server that does not know it. */
const isOptional = (clause: string) =>
  /^add column \w+ /.test(clause) &&
  (!/\bnot null\b/.test(clause) || /\bdefault\b/.test(clause)) &&
  !/\b(unique|primary key)\b/.test(clause) &&
  !holdsRows(clause);

/**
 * Returns the first of these statements, all of one migration, that does more than add what older servers can ignore; null when there is none. Changes to a
 * table of the same migration do not affect them.
 */
export function addingProblem(statements: readonly string[]): string | null {
  const made = new Set<string>();
  const isAdding = (given: string): boolean => {
    const text = given.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    if (text.includes(';')) return false;
    const [, table] = /^create table (\w+) \(/.exec(text) ?? [];
    if (table !== undefined) {
      made.add(table);
      return !holdsRows(text);
    }
    const [, isUnique, indexed = ''] = /^create (unique )?index \w+ on (\w+) /.exec(text) ?? [];
    if (indexed !== '') return isUnique === undefined || made.has(indexed);
    const [, altered = '', changes = ''] = /^alter table (\w+) (.+)$/.exec(text) ?? [];
    if (altered !== '') return made.has(altered) || clausesOf(changes).every(isOptional);
    const [, written = ''] = /^(?:insert into|update) (\w+) /.exec(text) ?? [];
    return made.has(written);
  };
  return statements.find((statement) => !isAdding(statement)) ?? null;
}
