import { screen, within } from '@testing-library/react';

/** The texts of the cells, row by row. */
export const cells = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.classList.contains('row'))
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
/** What the open dialog holds. */
export const dialog = () => within(screen.getByRole('dialog'));
/** A text field of the open dialog. */
export const field = (name: string) => dialog().getByRole('textbox', { name });
/** A choice of the open dialog. */
export const combo = (name: string) => dialog().getByRole('combobox', { name });
/** A button of the open dialog. */
export const press = (name: string) => dialog().getByRole('button', { name });
