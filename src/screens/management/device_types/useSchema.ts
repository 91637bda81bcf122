import { useState } from 'react';
import { postMetadataSchema } from '#contract/devices/deviceType';
import { schemaOfText, schemaProblem } from '#domain/devices/schemaProblem';
import {
  emptyRow,
  rowProblems,
  type RowProblems,
  rowsOfSchema,
  type SchemaRow,
  type SchemaRows,
  schemaOfRows,
} from '#domain/devices/schemaRows';
import { useSave } from '#hooks/useSave';
import { useUnsaved } from '#ui/form/leaveGuard';
import type { DeviceType } from './TypeMenu.tsx';

type Schema = Readonly<Record<string, unknown>>;

/** A row with a key that does not change while it is edited. */
export interface DraftRow {
  readonly id: number;
  readonly row: SchemaRow;
}

/** The schema in the editor, either as rows or as the text of its JSON. */
type Draft =
  | { readonly view: 'fields'; readonly rows: readonly DraftRow[]; readonly rest: SchemaRows['rest']; readonly next: number }
  | { readonly view: 'json'; readonly text: string };

/** Devices that would not match the schema, some of which are named. */
export interface UnfitDevices {
  readonly unfit: number;
  readonly serials: readonly string[];
}

const textOf = (schema: Schema | null) => JSON.stringify(schema ?? schemaOfRows(rowsOfSchema(null)), null, 2);

function fieldsDraft(schema: Schema | null): Draft {
  const { rows, rest } = rowsOfSchema(schema);
  return { view: 'fields', rows: rows.map((row, id) => ({ id, row })), rest, next: rows.length };
}

/** Returns the schema of a draft, or why there is none; for fields, `problem` is undefined if the rows themselves show it. */
function drafted(draft: Draft): { readonly schema: Schema } | { readonly problem: string | undefined } {
  if (draft.view === 'json') return schemaOfText(draft.text);
  const rows = draft.rows.map(({ row }) => row);
  const isWrong = rows.some((row) => Object.values(rowProblems(row, rows)).some((problem) => problem !== undefined));
  if (isWrong) return { problem: undefined };
  const schema = schemaOfRows({ rows, rest: draft.rest });
  const problem = schemaProblem(schema);
  return problem === undefined ? { schema } : { problem };
}

/** Returns the draft of the metadata schema of a type, and the functions that change, save and remove it. Source: SCHEMA2..5. */
export function useSchema(
  { id, metadata_schema }: DeviceType,
  { refresh, onClose }: { readonly refresh: () => void; readonly onClose: () => void },
) {
  // The schema when the editor was opened, so that the server refuses to overwrite a schema that somebody else has saved since.
  const [known, setKnown] = useState<Schema | null>(metadata_schema ?? null);
  const [draft, setDraft] = useState<Draft>(() => fieldsDraft(known));
  const [asked, setAsked] = useState<{ readonly schema: Schema | null; readonly unfit: UnfitDevices | null } | null>(null);
  const [sent, setSent] = useState<Schema | null>(null);
  const saving = useSave(postMetadataSchema, {
    saved: 'The metadata schema is saved',
    notSaved: null,
    onNotSaved: (unfit) => setAsked({ schema: sent, unfit }),
    onSaved: onClose,
    onSettled: refresh,
    unsure: 'The metadata schema may be saved',
  });
  const now = drafted(draft);
  const isChanged = 'problem' in now || JSON.stringify(now.schema) !== textless(known);
  useUnsaved(isChanged);
  const send = (schema: Schema | null, accept_unfit: boolean) => {
    setSent(schema);
    setAsked(null);
    saving.save({ params: { id }, body: { metadata_schema: schema, known, ...(accept_unfit ? { accept_unfit } : {}) } });
  };
  return {
    draft,
    put: setDraft,
    now,
    known,
    saving,
    asked,
    isMoved: JSON.stringify(metadata_schema ?? null) !== JSON.stringify(known),
    canSave: 'schema' in now && isChanged && !saving.isSaving && saving.isPossible,
    show: (view: Draft['view']) => setDraft((before) => shownAs(before, view)),
    save: () => ('schema' in now ? send(now.schema, false) : undefined),
    remove: () => setAsked({ schema: null, unfit: null }),
    answer: (isYes: boolean) => (isYes && asked !== null ? send(asked.schema, asked.unfit !== null) : setAsked(null)),
    load: () => {
      setKnown(metadata_schema ?? null);
      setDraft(fieldsDraft(metadata_schema ?? null));
    },
  };
}

/** Returns the text of an unchanged draft. */
const textless = (known: Schema | null) => JSON.stringify(schemaOfRows(rowsOfSchema(known)));

/** Returns a draft in the other view; a text that is not a schema is kept, so that no input is lost. */
function shownAs(draft: Draft, view: Draft['view']): Draft {
  if (draft.view === view) return draft;
  if (draft.view === 'fields')
    return { view: 'json', text: textOf(schemaOfRows({ rows: draft.rows.map(({ row }) => row), rest: draft.rest })) };
  const read = schemaOfText(draft.text);
  return 'schema' in read ? fieldsDraft(read.schema) : draft;
}

/** The operations on the rows of a draft. */
export interface RowActions {
  readonly put: (id: number, change: Partial<SchemaRow>) => void;
  readonly add: () => void;
  readonly remove: (id: number) => void;
  readonly move: (id: number, by: -1 | 1) => void;
  readonly problemsOf: (row: SchemaRow) => RowProblems;
}

/** Returns the operations on the rows of a draft. */
export function rowActions(draft: Extract<Draft, { view: 'fields' }>, put: (draft: Draft) => void): RowActions {
  const { rows, next } = draft;
  const all = rows.map(({ row }) => row);
  return {
    put: (id, change) => put({ ...draft, rows: rows.map((one) => (one.id === id ? { id, row: { ...one.row, ...change } } : one)) }),
    add: () => put({ ...draft, rows: [...rows, { id: next, row: emptyRow }], next: next + 1 }),
    remove: (id) => put({ ...draft, rows: rows.filter((one) => one.id !== id) }),
    move: (id, by) => {
      const at = rows.findIndex((one) => one.id === id);
      const [one, other] = [rows[at], rows[at + by]];
      if (one === undefined || other === undefined) return;
      put({ ...draft, rows: rows.map((each) => (each === one ? other : each === other ? one : each)) });
    },
    problemsOf: (row) => rowProblems(row, all),
  };
}
