import { otherFieldName, otherFields, otherValueText } from '#domain/devices/otherFields';
import { useDevice } from '#hooks/useAppSelector';
import type { ReportedState } from '#contract/fleet/reportedState';
import { pathText } from '#domain/text/labels';
import { field, type FieldRow } from './fieldRow.ts';
import { ReportSection } from './ReportSection.tsx';

const rows = (state: ReportedState | undefined): readonly FieldRow[] =>
  otherFields(state?.other_fields).map(({ path, value }) => field(pathText(path), otherValueText(value), otherFieldName(path)));

/** Renders what a device reports besides the fields that the console knows, as it reports it; nothing where that is nothing. */
export function OtherFieldsSection({ serial }: { readonly serial: string }) {
  const row = useDevice(serial);
  return row?.state.other_fields == null ? null : <ReportSection title="Also reported" serial={serial} rows={rows} />;
}
