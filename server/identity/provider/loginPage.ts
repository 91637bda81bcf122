import { html } from './safeHtml.ts';
import { pageFrame } from './pageFrame.ts';
import { MOUNT } from './scopes.ts';

/** Data of the login page. `error` is null at first. */
export interface LoginView {
  readonly product: string;
  readonly uid: string;
  readonly email: string;
  readonly asksCode: boolean;
  readonly error: string | null;
}

/** Renders the login page: e-mail address, password, and the second factor's code where needed. */
export function loginPage({ product, uid, email, asksCode, error }: LoginView): string {
  const first = email === '' ? 'email' : 'password';
  const focus = (field: string) => (field === first ? html` autofocus` : '');
  const code = html`<label for="code">Code of your authenticator app</label>
    <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" maxlength="6" title="Six digits" />`;
  const content = html`<form method="post" action="${MOUNT}/interaction/${uid}">
    <label for="email">Email</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      maxlength="254"
      required
      value="${email}"
      ${focus('email')}
    />
    <label for="password">Password</label>
    <input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required${focus('password')} />
    ${asksCode ? code : ''} ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
    <button type="submit">Log in</button>
  </form>`;
  return pageFrame({ product, title: 'Log in', content });
}
