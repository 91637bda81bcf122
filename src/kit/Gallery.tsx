import { chakra } from '@chakra-ui/react';
import { type ColorChoice, useColorMode } from '#ui/ColorMode';
import { Segmented } from '#ui/Segmented';
import { ButtonExamples } from './ButtonExamples.tsx';
import { ChoiceExamples } from './ChoiceExamples.tsx';
import { FieldExamples } from './FieldExamples.tsx';
import { FormExamples } from './FormExamples.tsx';
import { LayoutExamples } from './LayoutExamples.tsx';
import { OverlayExamples } from './OverlayExamples.tsx';
import { StateExamples } from './StateExamples.tsx';
import { TableExamples } from './TableExamples.tsx';

const MODES: readonly { readonly value: ColorChoice; readonly label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'As the system' },
];

const Head = chakra('header', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '12px', justifyContent: 'space-between' },
});
const Body = chakra('main', {
  base: { display: 'grid', gap: '40px', minWidth: 0, maxWidth: '1600px', mx: 'auto', p: { base: '16px', md: '28px' }, bg: 'bg.panel' },
});

/** Renders all components of the kit in their states, in groups below the choice of the colour mode. */
export function Gallery() {
  const { choice, choose } = useColorMode();
  return (
    <Body>
      <Head>
        <chakra.h1 textStyle="title">Parts of the console</chakra.h1>
        <Segmented
          label="Colours"
          options={MODES}
          value={choice}
          onValue={(next) => MODES.forEach(({ value }) => value === next && choose(value))}
        />
      </Head>
      <ButtonExamples />
      <StateExamples />
      <FieldExamples />
      <ChoiceExamples />
      <FormExamples />
      <OverlayExamples />
      <TableExamples />
      <LayoutExamples />
    </Body>
  );
}
