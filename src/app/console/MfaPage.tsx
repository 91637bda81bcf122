import { chakra } from '@chakra-ui/react';
import { LoginArt } from '#screens/login/LoginArt';
import { MfaDialog } from '#screens/login/MfaDialog';
import { useConsole } from './ConsoleContext.ts';
import { useEnrolment } from './useEnrolment.ts';

/** Renders the page that sets up the second factor, on the background of the sign-in page and without private content. */
export function MfaPage({ email }: { readonly email: string }) {
  const { config } = useConsole();
  return (
    <chakra.main display="grid" minHeight="100dvh" bg="bg.shell">
      <LoginArt />
      <MfaDialog open product={config.product} {...useEnrolment(email)} />
    </chakra.main>
  );
}
