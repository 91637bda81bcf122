import { describe, expectTypeOf, it } from 'vitest';
import { z } from '#contract/schema';
import type { ExactSchema } from '#past/file/exactSchema';

const command = z.object({ id: z.string(), phase: z.enum(['given', 'sent']), failure: z.nullable(z.object({ status: z.number() })) });
type Command = { readonly id: string; readonly phase: 'given' | 'sent'; readonly failure: { readonly status: number } | null };
const slice = z.object({ commands: z.array(command), shown: z.record(z.string(), z.object({ at: z.number() })), answer: z.unknown() });
type Slice = {
  readonly commands: readonly Command[];
  readonly shown: Readonly<Record<string, { readonly at: number }>>;
  readonly answer: unknown;
};

describe('[STATE49] a field that a slice or an event has and its schema does not know is found by the compiler', () => {
  it('takes the schema that knows every field, also of lists, tables and optional parts', () => {
    expectTypeOf<ExactSchema<typeof slice, Slice>>().toEqualTypeOf<typeof slice>();
  });

  it('names a field that was added to the type, at any depth, also an optional one', () => {
    expectTypeOf<ExactSchema<typeof command, Command & { readonly added: number }>>().toEqualTypeOf<'added'>();
    expectTypeOf<ExactSchema<typeof command, Command & { readonly added?: number }>>().toEqualTypeOf<'added'>();
    type Deeper = Omit<Slice, 'commands'> & { readonly commands: readonly (Command & { readonly added?: number })[] };
    expectTypeOf<ExactSchema<typeof slice, Deeper>>().toEqualTypeOf<'added'>();
    type InTable = Omit<Slice, 'shown'> & { readonly shown: Readonly<Record<string, { readonly at: number; readonly added: string }>> };
    expectTypeOf<ExactSchema<typeof slice, InTable>>().toEqualTypeOf<'added'>();
  });

  it('names a field that only the schema has, and refuses one of another type', () => {
    expectTypeOf<ExactSchema<typeof command, Omit<Command, 'id'>>>().toEqualTypeOf<'id'>();
    expectTypeOf<ExactSchema<typeof command, Omit<Command, 'id'> & { readonly id: number }>>().toEqualTypeOf<'a field of another type'>();
    expectTypeOf<
      ExactSchema<typeof command, Omit<Command, 'phase'> & { readonly phase: string }>
    >().toEqualTypeOf<'a field of another type'>();
  });
});
