import type * as Oidc from 'oidc-client-ts';
import type { ConsoleConfig } from '#contract/config';
import { DownloadError } from './moduleFiles.ts';
import { settingsOf, type PopupEnd, type RefreshEnd, type SignInClient } from './signInClient.ts';

type Library = typeof Oidc;
type UserManager = Oidc.UserManager;

const POPUP_CLOSED = /popup (closed|aborted)|popup.*closed by user/i;
const POPUP_BLOCKED = /disposed window/i;
const ABORT_AGAIN_MS = 50;
/** Errors of a token endpoint that are final; after every other error, and without a response, the renewal is retried. Source: RFC 6749, 5.2. */
const FINAL = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'access_denied',
]);

const FAILED = 'Signing in failed. Try again.';
const NO_ANSWER = 'Signing in failed: there is no connection to the identity provider. Try again.';

const isOfProvider = (error: unknown): boolean => error instanceof Error && 'error' in error && typeof error.error === 'string';
/** Returns whether there was no response: the library could not be downloaded, or one of its requests got no response. */
const isSilence = (error: unknown): boolean =>
  error instanceof DownloadError || error instanceof TypeError || (error instanceof Error && error.name === 'ErrorTimeout');

function popupEnd(error: unknown): PopupEnd {
  const text = error instanceof Error ? error.message : '';
  if (POPUP_BLOCKED.test(text)) return { kind: 'blocked' };
  if (POPUP_CLOSED.test(text)) return { kind: 'cancelled' };
  // Messages of the provider are meant for users; every other message comes from a library.
  if (isOfProvider(error) && text !== '') return { kind: 'failed', text };
  return { kind: 'failed', text: isSilence(error) ? NO_ANSWER : FAILED };
}

function managerOf({ UserManager: Manager, WebStorageStateStore }: Library, config: ConsoleConfig, page: Window): UserManager {
  const store = new WebStorageStateStore({ store: page.sessionStorage });
  return new Manager({ ...settingsOf(config, page.location.origin), userStore: store, stateStore: store });
}

async function refreshWith(library: Library, manager: UserManager): Promise<RefreshEnd> {
  try {
    const user = await manager.getUser();
    // If there is no refresh token, the library would use a hidden frame, which the page's CSP forbids.
    if (user?.refresh_token === undefined) return { kind: 'refused' };
    const renewed = await manager.signinSilent();
    return renewed === null ? { kind: 'refused' } : { kind: 'renewed', text: renewed.toStorageString() };
  } catch (error) {
    return error instanceof library.ErrorResponse && FINAL.has(error.error ?? '') ? { kind: 'refused' } : { kind: 'failed' };
  }
}

/** Returns a signal that repeats an abort until the popup receives it, because the library does not listen while it prepares its request. */
function insisting(signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = () => controller.signal.dispatchEvent(new Event('abort'));
  let again: ReturnType<typeof setInterval> | undefined;
  const begin = () => (again ??= setInterval(abort, ABORT_AGAIN_MS));
  if (signal?.aborted === true) begin();
  signal?.addEventListener('abort', begin);
  const stop = () => {
    signal?.removeEventListener('abort', begin);
    clearInterval(again);
  };
  return { signal: controller.signal, stop };
}

/** Returns a function that imports the library once; a failed import is retried at the next call. */
function loader(config: ConsoleConfig, page: Window): () => Promise<{ library: Library; manager: UserManager }> {
  let loaded: Promise<{ library: Library; manager: UserManager }> | null = null;
  return () => {
    loaded ??= import('oidc-client-ts').then((library) => ({ library, manager: managerOf(library, config, page) }));
    loaded.catch(() => (loaded = null));
    return loaded;
  };
}

/** Creates the sign-in client based on oidc-client-ts, which is imported on first use. Tokens are kept in memory and sessionStorage only. */
export function openOidcClient(config: ConsoleConfig, page: Window): SignInClient & { readonly load: () => Promise<void> } {
  const load = loader(config, page);
  const key = `oidc.user:${config.oidc.authority}:${config.oidc.client_id}`;
  return {
    load: () =>
      load().then(
        () => undefined,
        () => undefined,
      ),
    // The library's own storage key, read without importing the library.
    stored: () => page.sessionStorage.getItem(key),
    store: async (text) => {
      const { library, manager } = await load();
      await manager.storeUser(library.User.fromStorageString(text));
    },
    forget: async () => page.sessionStorage.removeItem(key),
    popup: async (email, signal) => {
      const abort = insisting(signal);
      try {
        const { manager } = await load();
        const more = { popupAbortOnClose: !config.oidc.popup_isolated, popupSignal: abort.signal };
        const user = await manager.signinPopup({ login_hint: email, prompt: 'login', nonce: page.crypto.randomUUID(), ...more });
        return { kind: 'signed-in', text: user.toStorageString() };
      } catch (error) {
        return popupEnd(error);
      } finally {
        abort.stop();
      }
    },
    refresh: async () => {
      const { library, manager } = await load();
      return refreshWith(library, manager);
    },
    logOut: async () => {
      const { manager } = await load();
      const user = await manager.getUser();
      await manager.signoutRedirect(user?.id_token === undefined ? {} : { id_token_hint: user.id_token });
    },
  };
}
