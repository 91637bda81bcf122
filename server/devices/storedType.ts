import { z } from '#contract/schema';

/** The hardware revisions of a device type as stored; `archived` stands where it is true. */
export const storedRevisions = z.array(z.object({ revision_id: z.string(), archived: z.optional(z.boolean()) }));

/** What a device type stores as JSON. */
export const storedType = z.object({ metadata_schema: z.nullable(z.record(z.string(), z.unknown())), revisions: storedRevisions });
