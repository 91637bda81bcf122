import type { DemoSignIn } from '../identity/seed/demoSignIn.ts';

const HEADING = 'demo accounts (e-mail, password, one-time code of now or "enrols at first sign-in", role):';

/** Returns the demo accounts as lines for a terminal, which `npm start` and `npm run codes` print. */
export const demoLines = (accounts: readonly DemoSignIn[]): readonly string[] =>
  accounts.length === 0
    ? []
    : [
        HEADING,
        ...accounts.map(
          ({ email, password, role, code }) => `  ${email.padEnd(36)} ${password.padEnd(32)} ${(code ?? 'enrols').padEnd(8)} ${role}`,
        ),
      ];
