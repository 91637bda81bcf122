const ADDRESS = /^[^\s@]+@([^\s@]+\.[^\s@.]+)$/;

/** Whether an address is one of the configured mail domains (`a.example,b.example`), in any letter case. Source: GAP-02, SIGN-025. */
export function isAllowedMail(email: string, domains: string): boolean {
  const domain = ADDRESS.exec(email.trim().toLowerCase())?.[1];
  return (
    domain !== undefined &&
    domains
      .toLowerCase()
      .split(',')
      .some((allowed) => allowed.trim() === domain)
  );
}
