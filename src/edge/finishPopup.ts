import { UserManager } from 'oidc-client-ts';

/** Runs in the popup at `/signed-in`: passes the response to the opener, which validates it, and closes the popup. */
export async function finishPopup(): Promise<void> {
  await new UserManager({ authority: '/', client_id: '-', redirect_uri: '-' }).signinPopupCallback();
}
