import { Map, Plus, Settings, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button';
import { CopyAddress } from '#ui/CopyAddress';
import { CopyButton } from '#ui/CopyButton';
import { IconButton } from '#ui/IconButton';
import { MoreButton } from '#ui/MoreButton';
import { ToolButton } from '#ui/ToolButton';
import { Example, Group } from './Example.tsx';
import { LONG_WORD } from './sampleTexts.ts';

const VARIANTS = ['solid', 'quiet', 'raised', 'ghost', 'outline', 'danger', 'link'] as const;

function Buttons() {
  return (
    <Example of="Button" wide>
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          <Plus aria-hidden="true" />
          {variant}
        </Button>
      ))}
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          {`${variant}, disabled`}
        </Button>
      ))}
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} aria-pressed>
          {`${variant}, pressed`}
        </Button>
      ))}
      <Button size="sm">small</Button>
      <Button size="lg">large</Button>
      <Button size="lg" variant="solid">
        large solid
      </Button>
    </Example>
  );
}

/** Shows the buttons: variants, icons, copying. */
export function ButtonExamples() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Group title="Buttons">
      <Buttons />
      <Example of="IconButton">
        <IconButton aria-label="Settings">
          <Settings aria-hidden="true" />
        </IconButton>
        <IconButton aria-label="Small settings" size="sm">
          <Settings aria-hidden="true" />
        </IconButton>
        <IconButton aria-label="Remove" disabled>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </Example>
      <Example of="ToolButton">
        <ToolButton aria-label="Map" word="Map">
          <Map aria-hidden="true" />
        </ToolButton>
        <ToolButton aria-label="Settings of the map" disabled>
          <Settings aria-hidden="true" />
        </ToolButton>
      </Example>
      <Example of="MoreButton">
        <MoreButton isOpen={isOpen} onOpen={setOpen} />
      </Example>
      <Example of="CopyButton">
        <CopyButton text={LONG_WORD} what="serial" />
      </Example>
      <Example of="CopyAddress">
        <CopyAddress path="/kit">Copy Link</CopyAddress>
        <CopyAddress path="/kit" variant="quiet">
          Copy Address
        </CopyAddress>
      </Example>
    </Group>
  );
}
