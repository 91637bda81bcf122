import { UserManager } from 'oidc-client-ts';

/** Runs in the popup at `/signed-in`: hands the answer to the page that opened it and closes. Everything is checked there. */
export async function finishPopup(): Promise<void> {
  await new UserManager({ authority: '/', client_id: '-', redirect_uri: '-' }).signinPopupCallback();
}
