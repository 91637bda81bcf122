/** Returns the display name of a person: first and family name, or the e-mail address if both are blank. Source: NAMED2. */
export const personName = ({
  name,
  family_name,
  email,
}: {
  readonly name: string;
  readonly family_name: string;
  readonly email: string;
}): string =>
  [name, family_name]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(' ') || email;
