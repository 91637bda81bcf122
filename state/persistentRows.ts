/** A row with the key of its device. */
interface Row {
  readonly serial: string;
}

/**
 * A persistent vector of rows in order of appearance; a serial identifies the row that is added or changed. A batch copies only the chunks of 32 rows that it
 * changes, while copying a dictionary per event would take time for every device.
 */
export interface Rows<R extends Row> {
  readonly chunks: readonly (readonly R[])[];
  /** Index by serial, which is copied only when a new device appears. */
  readonly indexBySerial: ReadonlyMap<string, number>;
}

const CHUNK = 32;

export const noRows: Rows<never> = { chunks: [], indexBySerial: new Map() };

export function rowOf<R extends Row>(rows: Rows<R>, serial: string): R | undefined {
  return rowAt(rows, rows.indexBySerial.get(serial));
}

/** Returns the row at an index of `indexBySerial`, which avoids a look-up by serial when all rows are read repeatedly. */
export const rowAt = <R extends Row>(rows: Rows<R>, index: number | undefined): R | undefined =>
  index === undefined ? undefined : rows.chunks[Math.floor(index / CHUNK)]?.[index % CHUNK];

/** Returns all rows, in order of appearance. */
export const listOf = <R extends Row>(rows: Rows<R>): readonly R[] => rows.chunks.flat();

/**
 * The collector of the changes of one batch. `sealed` returns the rows with these changes and leaves `base` unchanged; do not write after calling `sealed`.
 */
export interface RowsWriter<R extends Row> {
  readonly read: (serial: string) => R | undefined;
  readonly write: (row: R) => void;
  /** Replaces a row with the result of a function of its current value. */
  readonly change: (serial: string, next: (known: R | undefined) => R) => void;
  readonly sealed: () => Rows<R>;
}

export function writeRows<R extends Row>(base: Rows<R>): RowsWriter<R> {
  const mine: (R[] | undefined)[] = base.chunks.map(() => undefined);
  let added: Map<string, number> | undefined;
  let isTouched = false;
  const indexOf = (serial: string) => (added ?? base.indexBySerial).get(serial);
  const append = (serial: string) => {
    added ??= new Map(base.indexBySerial);
    const index = added.size;
    added.set(serial, index);
    return index;
  };
  const at = (index: number | undefined) => {
    if (index === undefined) return undefined;
    const chunk = Math.floor(index / CHUNK);
    return (mine[chunk] ?? base.chunks[chunk])?.[index % CHUNK];
  };
  const put = (index: number, row: R) => {
    isTouched = true;
    const chunk = Math.floor(index / CHUNK);
    const rows = (mine[chunk] ??= base.chunks[chunk]?.slice() ?? []);
    rows[index % CHUNK] = row;
  };
  return {
    read: (serial) => at(indexOf(serial)),
    write: (row) => put(indexOf(row.serial) ?? append(row.serial), row),
    change: (serial, next) => {
      const index = indexOf(serial);
      const row = next(at(index));
      put(index ?? append(serial), row);
    },
    sealed: () => (isTouched ? { chunks: merged(base.chunks, mine), indexBySerial: added ?? base.indexBySerial } : base),
  };
}

function merged<R>(old: readonly (readonly R[])[], mine: readonly (R[] | undefined)[]): readonly (readonly R[])[] {
  return mine.map((rows, chunk) => rows ?? old[chunk] ?? []);
}
