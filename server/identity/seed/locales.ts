/** Locales a person can choose. */
export const locales = [
  { id: 'nl-BE', name: 'Nederlands (België)' },
  { id: 'en-GB', name: 'English (United Kingdom)' },
  { id: 'fr-BE', name: 'Français (Belgique)' },
  { id: 'de-DE', name: 'Deutsch (Deutschland)' },
  { id: 'es-ES', name: 'Español (España)' },
];
