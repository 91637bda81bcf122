import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { ColorModeProvider } from './ColorMode.tsx';
import { type BrowserStorage, BrowserStorageContext } from './browserStorage.ts';
import { theme } from './theme.ts';
import { useClippedTitles } from './useClippedTitles.ts';

// `speedy` inserts rules through the CSSOM, which the content security policy without inline styles permits.
const cache = createCache({ key: 'css', speedy: true });

interface Props {
  readonly remember: BrowserStorage;
  readonly children: ReactNode;
}

/** Provides theme, style cache, colour mode and browser storage. */
export function UiProvider({ remember, children }: Props) {
  useClippedTitles();
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={theme}>
        <BrowserStorageContext value={remember}>
          <ColorModeProvider remember={remember}>{children}</ColorModeProvider>
        </BrowserStorageContext>
      </ChakraProvider>
    </CacheProvider>
  );
}
