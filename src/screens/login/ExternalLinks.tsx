import { chakra } from '@chakra-ui/react';
import { Activity, ExternalLink, FileText } from 'lucide-react';

const Links = chakra('nav', {
  base: {
    mt: '9',
    borderTop: '1px solid',
    borderColor: 'border.muted',
    '& a': { display: 'flex', alignItems: 'center', gap: '2', minHeight: '44px', color: 'fg' },
    '& a:hover': { color: 'accent.fg' },
    '& a + a': { borderTop: '1px solid', borderColor: 'border.muted' },
    '& a > :last-child': { ml: 'auto' },
    '& svg': { color: 'fg.subtle' },
  },
});

/** The links of an installation. */
export interface LinkProps {
  /** Addresses; '' if the company has no such page. */
  readonly liveDataGraphs: string;
  readonly deviceTextLogs: string;
}

/** Renders the links to external pages. */
export function ExternalLinks({ liveDataGraphs, deviceTextLogs }: LinkProps) {
  if (liveDataGraphs + deviceTextLogs === '') return null;
  return (
    <Links aria-label="External links">
      {liveDataGraphs !== '' && (
        <a href={liveDataGraphs} target="_blank" rel="noopener noreferrer">
          <Activity aria-hidden="true" />
          Live data graphs
          <ExternalLink aria-hidden="true" />
        </a>
      )}
      {deviceTextLogs !== '' && (
        <a href={deviceTextLogs} target="_blank" rel="noopener noreferrer">
          <FileText aria-hidden="true" />
          Device text logs
          <ExternalLink aria-hidden="true" />
        </a>
      )}
    </Links>
  );
}
