import { chakra } from '@chakra-ui/react';
import { Download, ExternalLink } from 'lucide-react';
import { getIncidentFile, type Incident, type IncidentFileKind } from '#contract/incident';
import { fileNames, mayBeUploaded, webAddress } from '#domain/incidents/incident';
import { useDownload } from '#hooks/useDownload';
import { Button } from '#ui/Button';
import { Section } from '#ui/Section';
import { DownloadProgress } from '#widgets/DownloadProgress';

const Lines = chakra('ul', { base: { listStyle: 'none' } });
const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0 12px',
    minHeight: '32px',
    borderBottom: '1px solid',
    borderColor: 'border.muted',
    _last: { borderBottom: 0 },
  },
});
const Result = chakra('span', { base: { ms: 'auto', color: 'fg.subtle', textAlign: 'end', overflowWrap: 'anywhere', minWidth: 0 } });
/** Aligns the icons vertically, and with entries that have only text. */
const aligned = { px: '1', ms: '-4px' } as const;
const To = chakra('a', {
  base: {
    ...aligned,
    color: 'accent.fg',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: { base: '44px', lg: '32px' },
  },
});
const Save = chakra(Button, { base: aligned });

const files = [
  { kind: 'rosbag', label: 'Rosbag' },
  { kind: 'depth', label: 'Depth Video' },
  { kind: 'rosparam', label: 'Ros Parameters' },
] as const satisfies readonly { readonly kind: IncidentFileKind; readonly label: string }[];

const dashboards = [
  { label: 'Incident Dashboard', of: (incident: Incident) => incident.incident_dashboard_url },
  { label: 'Text Logs', of: (incident: Incident) => incident.text_logging_url },
  { label: 'Cleaned Text Logs', of: (incident: Incident) => incident.cleaned_text_logging_url },
] as const;

interface FileProps {
  readonly kind: IncidentFileKind;
  readonly label: string;
  readonly name: string;
  /** Stands beside the link in place of the name. */
  readonly note?: string | undefined;
}

function FileLine({ kind, label, name, note = name }: FileProps) {
  const file = useDownload(getIncidentFile);
  return (
    <Line>
      <Save
        variant="link"
        size="sm"
        aria-busy={file.isLoading}
        disabled={file.isLoading || !file.isPossible}
        onClick={() => file.download({ a: kind, b: name })}
      >
        <Download aria-hidden="true" />
        {label}
      </Save>
      <Result role="status">{file.isLoading ? 'Downloading...' : note}</Result>
      <DownloadProgress of={file} what={label} />
    </Line>
  );
}

/**
 * Renders the files of an incident to save (Rosbag, Depth Video, Ros Parameters) and the links to external dashboards. Source:
 * INC-033..039.
 */
export function ExtraInformation({ incident }: { readonly incident: Incident }) {
  return (
    <Section title="Extra Information">
      <Lines>
        {files.flatMap(({ kind, label }) => {
          // The link stays: another server may have the file all the same, and answers 404 otherwise.
          const note = mayBeUploaded(incident, kind) ? undefined : 'not uploaded yet';
          return fileNames(incident, kind).map((name) => <FileLine key={name} kind={kind} label={label} name={name} note={note} />);
        })}
        {dashboards.map(({ label, of }) => {
          const address = webAddress(of(incident));
          // Not every installation has these dashboards.
          if (address === null) return null;
          return (
            <Line key={label}>
              <To href={address} target="_blank" rel="noopener noreferrer">
                <ExternalLink aria-hidden="true" />
                {label}
              </To>
            </Line>
          );
        })}
      </Lines>
    </Section>
  );
}
