import { alertText, noAnswerText } from '#domain/alertText';

/** The server had an answer of the device, and it was no. */
export const notTakenText = 'The device did not take the value.';

/** Why a change was not saved. Without a response nobody knows whether it was. */
export const notSavedText = (failure: { readonly status: number; readonly message: string }): string =>
  alertText(failure) ?? noAnswerText('The value may be saved');
