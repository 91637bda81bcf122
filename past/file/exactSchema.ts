import type { z } from '#contract/schema';

type ListDifference<Schema, Type> = Schema extends readonly (infer SchemaItem)[]
  ? Type extends readonly (infer TypeItem)[]
    ? FieldDifference<SchemaItem, TypeItem>
    : 'no list'
  : never;

type ObjectDifference<Schema, Type> = string extends keyof Schema
  ? FieldDifference<Schema[keyof Schema], Type[keyof Type]>
  :
      | Exclude<keyof Schema, keyof Type>
      | Exclude<keyof Type, keyof Schema>
      | { [Name in keyof Schema & keyof Type]-?: FieldDifference<Schema[Name], Type[Name]> }[keyof Schema & keyof Type];

/** The names of fields that a schema knows and a type does not, or vice versa, at any depth. Parts that a schema leaves open are considered equal. */
type FieldDifference<Schema, Type> = unknown extends Schema
  ? never
  : NonNullable<Schema> extends readonly unknown[]
    ? ListDifference<NonNullable<Schema>, NonNullable<Type>>
    : NonNullable<Schema> extends object
      ? ObjectDifference<NonNullable<Schema>, NonNullable<Type>>
      : never;

/** A type without `readonly`, as schemas infer it. */
type Written<Type> = unknown extends Type ? Type : Type extends object ? { -readonly [Name in keyof Type]: Written<Type[Name]> } : Type;

/**
 * The type of a schema that knows every field of a type and no other; otherwise the name of a differing field, to which no schema can be assigned.
 * Thus a field that is added only to an event or slice causes a compile error instead of being lost in a file.
 */
export type ExactSchema<Schema extends z.ZodMiniType, Type> = [FieldDifference<z.infer<Schema>, Type>] extends [never]
  ? Written<Type> extends z.infer<Schema>
    ? Schema
    : 'a field of another type'
  : FieldDifference<z.infer<Schema>, Type>;
