import { Battery } from 'lucide-react';
import type { ReactNode } from 'react';
import { Age } from '#ui/Age';
import { Badge } from '#ui/Badge';
import { Banner } from '#ui/Banner';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
import { ErrorBoundary } from '#ui/ErrorBoundary';
import { LoadFailure } from '#ui/LoadFailure';
import { Logo } from '#ui/Logo';
import { Mark } from '#ui/Mark';
import { Skeleton } from '#ui/Skeleton';
import { toneIcon } from '#ui/toneIcon';
import { Example, Group } from './Example.tsx';
import { ignore, LONG } from './sampleTexts.ts';

const TONES = ['online', 'treating', 'error', 'warning', 'charging', 'idle', 'offline'] as const;

/** Throws an error when it is rendered. */
function Broken(): ReactNode {
  throw new Error('broken on purpose');
}

function Tones() {
  return (
    <>
      <Example of="Mark">
        {TONES.map((tone) => (
          <Mark key={tone} tone={tone} icon={toneIcon[tone]}>
            {tone}
          </Mark>
        ))}
        <Mark tone="online" icon="disc">
          present
        </Mark>
        <Mark tone="offline" icon="ring">
          absent
        </Mark>
        <Mark tone="plain" icon={Battery}>
          {LONG}
        </Mark>
      </Example>
      <Example of="Badge">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Example>
      <Example of="Banner" wide stacked>
        {([...TONES, 'quiet', 'mine'] as const).map((tone) => (
          <Banner key={tone} tone={tone} action={<Button variant="ghost">Try Again</Button>}>
            {`${tone}: ${LONG}`}
          </Banner>
        ))}
        <Banner tone="warning" isLow>
          low
        </Banner>
      </Example>
    </>
  );
}

/** Shows the components that report a state: marks, banners, and missing, loading or broken content. */
export function StateExamples() {
  return (
    <Group title="States">
      <Tones />
      <Example of="Age">
        <Age text="48 s old" />
        <Age text="12 min old" stale />
      </Example>
      <Example of="Logo">
        <Logo />
        <Logo name="Orangery" />
        <Logo name="Orangery" height={40} />
      </Example>
      <Example of="Skeleton">
        <Skeleton />
        <Skeleton width="48px" />
      </Example>
      <Example of="EmptyState" stacked>
        <EmptyState text="No rows found" />
        <EmptyState text="No rows found">
          <span>{LONG}</span>
          <Button variant="link">Clear Filter</Button>
        </EmptyState>
      </Example>
      <Example of="LoadFailure" wide stacked>
        <LoadFailure reason="away" onRetry={ignore} />
        <LoadFailure reason="outdated" onRetry={ignore} />
        <LoadFailure reason="broken" onRetry={ignore} />
      </Example>
      <Example of="ErrorBoundary" wide stacked>
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </Example>
    </Group>
  );
}
