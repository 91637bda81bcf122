import type * as Oidc from 'oidc-client-ts';
import type { ConsoleConfig } from '#contract/config';
import { DownloadError } from './moduleFiles.ts';
import { tokensIn } from './signedUser.ts';
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
/** Returns whether there was no response: the library could not be downloaded, or one of its requests was not answered. */
const isSilence = (error: unknown): boolean =>
  error instanceof DownloadError || error instanceof TypeError || (error instanceof Error && error.name === 'ErrorTimeout');

function popupEnd(error: unknown): PopupEnd {
  const text = error instanceof Error ? error.message : '';
  if (POPUP_BLOCKED.test(text)) return { kind: 'blocked' };
  if (POPUP_CLOSED.test(text)) return { kind: 'cancelled' };
  // Only messages of the provider are meant for users; all other messages are from a library.
  if (isOfProvider(error) && text !== '') return { kind: 'failed', text };
  return { kind: 'failed', text: isSilence(error) ? NO_ANSWER : FAILED };
}

/** The signed-in user in the library's text form: in memory, and in sessionStorage for a reload of the tab. */
interface UserText {
  readonly get: () => string | null;
  readonly set: (text: string) => void;
  readonly remove: () => void;
}

/**
 * Holds the user's text under the library's own key. The copy in memory takes precedence: sessionStorage may be full or be cleared while the page is open, and
 * a refresh token that is missing or outdated there would end the sign-in of every tab.
 */
function holdText(config: ConsoleConfig, page: Pick<Window, 'sessionStorage'>): UserText {
  const key = `oidc.user:${config.oidc.authority}:${config.oidc.client_id}`;
  let held: string | null = null;
  return {
    get: () => (held ??= page.sessionStorage.getItem(key)),
    set: (text) => {
      held = text;
      try {
        page.sessionStorage.setItem(key, text);
      } catch {
        // Storage is full. An outdated refresh token would end the sign-in of every tab after a reload; without a stored user, another tab provides the user.
        page.sessionStorage.removeItem(key);
      }
    },
    remove: () => {
      held = null;
      page.sessionStorage.removeItem(key);
    },
  };
}

/**
 * Returns a read-only store of the user for the library. The library writes everything that it receives, even for a user who has signed out meanwhile, whereas
 * the session stores only users that it accepts. Source: SIGNIN3, SIGNIN4.
 */
const userStoreOf = (user: UserText): Oidc.StateStore => ({
  get: async () => user.get(),
  set: async () => undefined,
  remove: async () => null,
  getAllKeys: async () => [],
});

function managerOf(
  { UserManager: Manager, WebStorageStateStore }: Library,
  config: ConsoleConfig,
  page: Window,
  user: UserText,
): UserManager {
  const stateStore = new WebStorageStateStore({ store: page.sessionStorage });
  return new Manager({ ...settingsOf(config, page.location.origin), userStore: userStoreOf(user), stateStore });
}

async function refreshWith(library: Library, manager: UserManager): Promise<RefreshEnd> {
  try {
    const user = await manager.getUser();
    // Without a refresh token, the library would use a hidden frame, which the page's CSP forbids.
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
function loader(config: ConsoleConfig, page: Window, user: UserText): () => Promise<{ library: Library; manager: UserManager }> {
  let loaded: Promise<{ library: Library; manager: UserManager }> | null = null;
  return () => {
    loaded ??= import('oidc-client-ts').then((library) => ({ library, manager: managerOf(library, config, page, user) }));
    loaded.catch(() => (loaded = null));
    return loaded;
  };
}

/** Creates the sign-in client based on oidc-client-ts, which is imported on first use. Tokens are kept in memory and sessionStorage only. */
export function openOidcClient(config: ConsoleConfig, page: Window): SignInClient & { readonly load: () => Promise<void> } {
  const held = holdText(config, page);
  const load = loader(config, page, held);
  return {
    load: () =>
      load().then(
        () => undefined,
        () => undefined,
      ),
    // The next three functions do not import the library.
    stored: held.get,
    store: async (text) => held.set(text),
    forget: async () => held.remove(),
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
      const tokenOf = (text: string | null) => tokensIn(text ?? '')?.accessToken;
      const before = tokenOf(held.get());
      const end = await refreshWith(library, manager);
      // Stored immediately, because the former refresh token is used up; unless the sign-in has ended or been replaced meanwhile.
      if (end.kind === 'renewed' && tokenOf(held.get()) === before) held.set(end.text);
      return end;
    },
    logOut: async () => {
      const idToken = tokensIn(held.get() ?? '')?.idToken ?? null;
      // Removed before the library is downloaded, because a reload during the download would sign the user in again.
      held.remove();
      const { manager } = await load();
      await manager.signoutRedirect(idToken === null ? {} : { id_token_hint: idToken });
    },
  };
}
