import { Field, type FieldProps } from './Field.tsx';

const toLowerCase = (address: string): string => address.toLowerCase();

/** Renders the text field of an e-mail address, which is converted to lower case during typing. Source: EMAIL1. */
export function EmailField(props: Omit<FieldProps, 'type' | 'convert'>) {
  // An input of the type `email` does not expose the position of its caret.
  return <Field {...props} type="text" inputMode="email" autoCapitalize="none" spellCheck={false} convert={toLowerCase} />;
}
