import { CircleCheck, TriangleAlert } from 'lucide-react';
import { metadataValidText } from '#domain/devices/metadataValid';
import { Mark } from '#ui/Mark';

/** Renders whether the metadata of a device fits the schema of its type, with a mark unless it was not checked. Source: MGMT-008, METAV1. */
export function MetadataValid({ isValid }: { readonly isValid: boolean | null | undefined }) {
  const text = metadataValidText(isValid);
  if (isValid == null)
    return (
      <Mark tone="idle" icon="ring">
        {text}
      </Mark>
    );
  return (
    <Mark tone={isValid ? 'online' : 'warning'} icon={isValid ? CircleCheck : TriangleAlert}>
      {text}
    </Mark>
  );
}
