/** Checks for a SIM rate plan named `Keep Alive`, which is shown as a warning. Source: DEV-040, FLEET-050. */
export function isKeepAlive(rate_plan: string | null | undefined): boolean {
  return rate_plan?.includes('Keep Alive') === true;
}
