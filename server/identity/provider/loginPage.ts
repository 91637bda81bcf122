import { PASSWORD_UNITS } from '#domain/people/newPassword';
import { html } from '../pages/safeHtml.ts';
import { pageLayout } from '../pages/pageLayout.ts';
import { codeInput, emailField } from '../pages/parts.ts';
import { MOUNT } from '../scopes.ts';

/** Data of the login page. `error` is null at first. */
export interface LoginView {
  readonly product: string;
  readonly uid: string;
  readonly email: string;
  /** The password of a demo account on this machine. Pages never contain a typed password or code. */
  readonly password?: string;
  /** Whether the server keeps the typed password, so that the field may stay empty. */
  readonly isPasswordKept?: boolean;
  /** The current code, for a demo account on this machine. */
  readonly code?: string;
  readonly asksCode: boolean;
  readonly error: string | null;
}

/** Renders the login page: e-mail address, password, and the second factor's code if required. */
export function loginPage(view: LoginView): string {
  const { product, uid, email, password = '', isPasswordKept = false, code: filledCode = '', asksCode, error } = view;
  const first = email === '' ? 'email' : password === '' && !isPasswordKept ? 'password' : 'code';
  const focus = (field: string) => (field === first ? html`autofocus` : '');
  const content = html`<form method="post" action="${MOUNT}/interaction/${uid}">
      ${emailField(html`value="${email}" ${focus('email')}`)}
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        maxlength="${String(PASSWORD_UNITS)}"
        ${isPasswordKept ? html`placeholder="As typed"` : html`required`}
        value="${password}"
        ${focus('password')}
      />
      ${asksCode ? codeInput(html`value="${filledCode}" ${focus('code')}`) : ''}
      ${error === null ? '' : html`<p class="error" role="alert">${error}</p>`}
      <button type="submit">Log in</button>
    </form>
    <p class="notice"><a href="${MOUNT}/forgotten">Forgotten your password?</a></p>`;
  return pageLayout({ product, title: 'Log in', content });
}
