/** Whether a SIM's rate plan only keeps the connection alive, which is shown as a warning. Source: DEV-040, FLEET-050. */
export function isKeepAlive(rate_plan: string | null | undefined): boolean {
  return rate_plan?.includes('Keep Alive') === true;
}
