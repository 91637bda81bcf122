import type { ConsoleConfig } from '#contract/config';
import type { Profile } from '#contract/identity';

/** Whether a sign-in still lacks its second factor. Where the provider enforces it itself, none does. Source: SIGN-026, SIGN-034. */
export function lacksSecondFactor({ oidc }: ConsoleConfig, { amr = [] }: Profile): boolean {
  return oidc.second_factor_amr !== undefined && !amr.includes(oidc.second_factor_amr) && !amr.includes('mfa');
}
