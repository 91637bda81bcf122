/** The display name of a person: first and family name, the e-mail address of one without a name. Source: NAMED2. */
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
