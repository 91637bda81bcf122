import { screen, within } from '@testing-library/react';

type Part = Pick<typeof screen, 'getAllByRole'>;

/** The rows of the tables of a part of the screen, without heads and feet. */
export const rows = (part: Part = screen) => part.getAllByRole('row').filter(({ classList }) => classList.contains('row'));
/** The texts of the cells of a row. */
export const textsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
/** The texts of the cells, row by row. */
export const cells = (part: Part = screen) => rows(part).map(textsOf);
/** The content of the open dialog. */
export const dialog = () => within(screen.getByRole('dialog'));
/** A text field of the open dialog. */
export const field = (name: string) => dialog().getByRole('textbox', { name });
/** A choice of the open dialog. */
export const combo = (name: string) => dialog().getByRole('combobox', { name });
/** A button of the open dialog. */
export const press = (name: string) => dialog().getByRole('button', { name });

/** Answers "Are you sure?" with Yes. Returns the text of the question. */
export async function accept(user: { readonly click: (element: Element) => Promise<void> }): Promise<string> {
  const question = within(screen.getByRole('alertdialog', { name: 'Are you sure?' }));
  const text = question.getByRole('paragraph').textContent ?? '';
  await user.click(question.getByRole('button', { name: 'Yes' }));
  return text;
}
