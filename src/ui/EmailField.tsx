import { Field, type FieldProps } from './Field.tsx';

const toLowerCase = (address: string): string => address.toLowerCase();

/** Renders the text field of an e-mail address, which is lower-cased while it is typed. Source: EMAIL1. */
export function EmailField(props: Omit<FieldProps, 'type' | 'convert'>) {
  // An input of the type `email` does not tell where its caret is.
  return <Field {...props} type="text" inputMode="email" autoCapitalize="none" spellCheck={false} convert={toLowerCase} />;
}
