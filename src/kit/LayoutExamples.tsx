import { Sprout } from 'lucide-react';
import { Button } from '#ui/Button';
import { KeyValues } from '#ui/KeyValues';
import { type ShowBytes, ShowBytesContext } from '#ui/SaveFileContext';
import { Page } from '#ui/Page';
import { Section } from '#ui/Section';
import { Skeleton } from '#ui/Skeleton';
import { StatBand } from '#ui/StatBand';
import { TwoColumns } from '#ui/TwoColumns';
import { Video } from '#ui/Video';
import { Example, Group } from './Example.tsx';
import { LONG, LONG_WORD, VIDEO } from './sampleTexts.ts';

const STATS = [
  { label: 'Devices', icon: Sprout, number: '24', evidence: LONG },
  { label: 'In error', number: '3', tone: 'error' },
  { label: 'Distance', number: '1 204 km' },
  { label: 'Waiting', number: <Skeleton width="60px" /> },
] as const;
const VALUES = [
  ['Serial', LONG_WORD],
  ['Location', LONG],
  ['Missing', null],
] as const;

const bytes = Uint8Array.from(atob(VIDEO), (letter) => letter.charCodeAt(0));
const showBytes: ShowBytes = (shown, type) => {
  const address = URL.createObjectURL(new Blob([shown], { type }));
  return { address, forget: () => URL.revokeObjectURL(address) };
};

/** Shows the components that lay out a screen. */
export function LayoutExamples() {
  return (
    <Group title="Layout">
      <Example of="StatBand" wide stacked>
        <StatBand stats={STATS} />
      </Example>
      <Example of="KeyValues" stacked>
        <KeyValues rows={VALUES} />
      </Example>
      <Example of="Section" stacked>
        <Section title="Section" end="3 of 12">
          {LONG}
        </Section>
        <Section title="Bare section" bare>
          {LONG}
        </Section>
      </Example>
      <Example of="Video" stacked>
        <ShowBytesContext value={showBytes}>
          <Video label="One green frame" bytes={bytes} type="video/webm" />
        </ShowBytesContext>
      </Example>
      <Example of="TwoColumns" wide stacked>
        <TwoColumns wide={<Section title="Wide column">{LONG}</Section>} side={<Section title="Side column">{LONG}</Section>} />
      </Example>
      <Example of="Page" wide stacked>
        <Page title="Title of a page" meta="Updated 08:05" actions={<Button variant="solid">Add</Button>}>
          {LONG}
        </Page>
      </Example>
    </Group>
  );
}
