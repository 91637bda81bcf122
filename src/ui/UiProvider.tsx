import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { ColorModeProvider } from './ColorMode.tsx';
import { type Remember, RememberContext } from './remember.ts';
import { theme } from './theme.ts';

// Speedy: rules go in through the style sheet's object model, which the policy without inline styles allows.
const cache = createCache({ key: 'css', speedy: true });

interface Props {
  readonly remember: Remember;
  readonly children: ReactNode;
}

/** Theme, style cache, colours and memory for every part beneath. */
export function UiProvider({ remember, children }: Props) {
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={theme}>
        <RememberContext value={remember}>
          <ColorModeProvider remember={remember}>{children}</ColorModeProvider>
        </RememberContext>
      </ChakraProvider>
    </CacheProvider>
  );
}
