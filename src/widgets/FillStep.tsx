import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { type FilledList, fillStep } from '#domain/people/fillStep';
import { selectRole } from '#state/session';
import { useIsPast } from '#hooks/IntentContext';
import { useAppSelector } from '#hooks/useAppSelector';
import { Button } from '#ui/Button';

const Way = chakra(Link, {
  base: {
    color: 'accent.fg',
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: { base: '44px', lg: '32px' },
    fontWeight: 500,
    _hover: { textDecoration: 'underline' },
  },
});

interface Props {
  readonly list: FilledList;
  /** Opens the form of the screen, if the step is done on this screen. */
  readonly onStep?: (() => void) | undefined;
  readonly hasOrganisations?: boolean;
  readonly hasLocations?: boolean;
  readonly mayInvite?: boolean;
  readonly isElsewhere?: boolean;
}

/** Renders the step that fills an empty list for users who may do it, and the role to contact for other users. Source: EMPTY2. */
export function FillStep({ list, onStep, ...has }: Props) {
  const isPast = useIsPast();
  const role = useAppSelector(selectRole);
  const { text, word, to } = fillStep(list, { role, ...has });
  return (
    <>
      <span>{text}</span>
      {to !== undefined && <Way to={to}>{word}</Way>}
      {to === undefined && word !== undefined && onStep !== undefined && (
        <Button variant="link" disabled={isPast} onClick={onStep}>
          {word}
        </Button>
      )}
    </>
  );
}
