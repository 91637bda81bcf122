import { ChakraProvider } from '@chakra-ui/react';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import type { ReactNode } from 'react';
import { ColorModeProvider } from './ColorMode.tsx';
import { AnnouncementsProvider } from './announcements.tsx';
import { useRememberedCharacterKeys } from './characterKeys.ts';
import { type BrowserStorage, BrowserStorageContext } from './browserStorage.ts';
import { openModals } from './openModals.ts';
import { theme } from './theme.ts';
import { urgentLayers } from './urgentLayers.ts';
import { useClippedTitles } from './useClippedTitles.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useOnePress } from './useOnePress.ts';

// `speedy` inserts rules through the CSSOM, which the content security policy without inline styles permits.
const cache = createCache({ key: 'css', speedy: true });

interface Props {
  readonly remember: BrowserStorage;
  readonly children: ReactNode;
}

/**
 * Provides theme, style cache, colour mode, browser storage, announcements, open modals and urgent layers; keeps the focus, explains clipped texts, and treats
 * a double-click as one press.
 */
export function UiProvider({ remember, children }: Props) {
  useClippedTitles();
  useKeptFocus();
  useOnePress();
  useRememberedCharacterKeys(remember);
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={theme}>
        <BrowserStorageContext value={remember}>
          <ColorModeProvider remember={remember}>
            <openModals.Provider>
              <urgentLayers.Provider>
                <AnnouncementsProvider>{children}</AnnouncementsProvider>
              </urgentLayers.Provider>
            </openModals.Provider>
          </ColorModeProvider>
        </BrowserStorageContext>
      </ChakraProvider>
    </CacheProvider>
  );
}
