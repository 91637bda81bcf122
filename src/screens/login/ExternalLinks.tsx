import { chakra } from '@chakra-ui/react';
import { Activity, ExternalLink, FileText } from 'lucide-react';

const Links = chakra('nav', {
  base: {
    mt: '9',
    borderTop: '1px solid',
    borderColor: 'border.muted',
  },
});
const To = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '44px',
    color: 'fg',
    _hover: { color: 'accent.fg' },
    '&:not(:first-child)': { borderTop: '1px solid', borderColor: 'border.muted' },
  },
});
const Mark = chakra(ExternalLink, { base: { ml: 'auto' } });
/** The colour of the icons. */
const QUIET = 'var(--o-colors-fg-subtle)';

/** The links of an installation. */
export interface LinkProps {
  /** URLs; '' if the company has no such page. */
  readonly liveDataGraphs: string;
  readonly deviceTextLogs: string;
}

/** Renders the links to external pages. */
export function ExternalLinks({ liveDataGraphs, deviceTextLogs }: LinkProps) {
  if (liveDataGraphs + deviceTextLogs === '') return null;
  return (
    <Links aria-label="External links">
      {liveDataGraphs !== '' && (
        <To href={liveDataGraphs} target="_blank" rel="noopener noreferrer">
          <Activity color={QUIET} aria-hidden="true" />
          Live data graphs
          <Mark stroke={QUIET} aria-hidden="true" />
        </To>
      )}
      {deviceTextLogs !== '' && (
        <To href={deviceTextLogs} target="_blank" rel="noopener noreferrer">
          <FileText color={QUIET} aria-hidden="true" />
          Device text logs
          <Mark stroke={QUIET} aria-hidden="true" />
        </To>
      )}
    </Links>
  );
}
