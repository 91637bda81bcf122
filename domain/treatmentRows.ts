/** The address of one treatment. Source: DASH-017, DEV-160. */
export const treatmentLink = (id: string): string => `/treatments/detail?treatment_id=${encodeURIComponent(id)}`;

/** Longest id of a treatment. */
const MAX_ID = 200;

/** The id of a treatment as typed or found in an address, without the blanks around it; null where it can be none. */
export function treatmentIdOf(text: string | null): string | null {
  const id = (text ?? '').trim();
  return id === '' || id === '.' || id === '..' || id.length > MAX_ID || id.includes('\0') ? null : id;
}

interface TreatmentEvent {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The reasons for no recovery among the events of a treatment: each once, in the order of the events. Source: OPEN-115. */
export function noRecoveryReasons(events: readonly TreatmentEvent[] | null | undefined): readonly string[] {
  const text = (events ?? []).map(({ data }) => data?.['no_recovery_reason']);
  return [...new Set(text.filter((reason) => typeof reason === 'string' && reason.trim() !== ''))].map(String);
}

interface Counted {
  readonly total_asked?: number | null | undefined;
  readonly total_treated?: number | null | undefined;
}

/** Rows that were asked and not treated, never below 0; undefined where one of the counts is missing. Source: OPEN-114, GAP-68. */
export function rowsNotTreated(stats: Counted | null | undefined): number | undefined {
  const { total_asked: asked, total_treated: treated } = stats ?? {};
  return asked == null || treated == null ? undefined : Math.max(0, asked - treated);
}
