import { chakra } from '@chakra-ui/react';
import { toTitleCase } from '#domain/text/titleCase';
import { Button } from '#ui/Button';

/** A demo account, whose password and code the sign-in window fills in. */
export interface DemoSignIn {
  readonly email: string;
  readonly role: string;
}

interface Props {
  readonly accounts: readonly DemoSignIn[];
  readonly onChoose: (email: string) => void;
}

/** Renders the demo accounts by role; a click fills in the address, and the sign-in window then fills in password and code. */
export function DemoAccounts({ accounts, onChoose }: Props) {
  return (
    <chakra.section aria-label="Demo accounts" mt="6" display="grid" gap="2">
      <chakra.h2 fontWeight="600">Demo accounts</chakra.h2>
      <chakra.ul listStyle="none" display="grid" gap="1">
        {accounts.map(({ email, role }) => (
          <li key={email}>
            <Button
              variant="ghost"
              size="sm"
              wide
              height="auto"
              minHeight={{ base: '44px', lg: '28px' }}
              flexWrap="wrap"
              rowGap="0"
              py={{ base: '6px', lg: '2px' }}
              justifyContent="flex-start"
              whiteSpace="normal"
              onClick={() => onChoose(email)}
            >
              <span>{toTitleCase(role)}</span>
              <chakra.span color="fg.muted" fontWeight="400" textAlign="start" overflowWrap="anywhere">
                {email}
              </chakra.span>
            </Button>
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
