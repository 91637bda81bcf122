import type { UserEvent } from '@testing-library/user-event';

/** Pastes a text at the end of a field: one change instead of one per letter, for tests of the resulting value. */
export async function pasteInto(user: UserEvent, field: HTMLElement, text: string) {
  await user.click(field);
  await user.paste(text);
}
