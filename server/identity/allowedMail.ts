const ADDRESS = /^[^\s@]+@([^\s@]+\.[^\s@.]+)$/;

/** Returns whether an address belongs to a configured mail domain (`a.example,b.example`, case-insensitive). Source: GAP-02, SIGN-025. */
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
