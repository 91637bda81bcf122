import { postChangeAddress } from '#contract/user';
import { newAddressProblem } from '#domain/people/accountActions';
import { inviteEmail } from '#domain/people/invite';
import { organisationGroups, roleOf, seesEverything } from '#domain/people/rights';
import type { ManagedAccount } from '../identity/administration.ts';
import { noteDone } from '../platform/audit/changes.ts';
import { invalid } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { foreignAccount } from './accountHandlers.ts';
import type { CountedMail } from './mailLimits.ts';
import { requireMailDomain, type UserDependencies } from './organisations.ts';

/** Throws 400 for a new address that is not valid, is the present one, or is not allowed for an organisation of the person. */
async function checkAddress(dependencies: UserDependencies, { email, groups }: ManagedAccount, newEmail: string): Promise<void> {
  const problem = newAddressProblem(newEmail, email);
  if (problem !== undefined) throw invalid(problem);
  // Staff belongs to no organisation.
  if (seesEverything(roleOf(groups))) return;
  for (const organisation of dependencies.registry.organisationsOf(organisationGroups(groups)))
    await requireMailDomain(dependencies, newEmail, organisation);
}

/** Creates the handler that mails or withdraws the link of a new address. Source: NEWMAIL1, NEWMAIL5. */
export const addressHandlers = (dependencies: UserDependencies, sendCounted: CountedMail): Pick<Handlers, 'postChangeAddress'> => ({
  postChangeAddress: serve(postChangeAddress, async ({ caller, body }) => {
    const { administration } = dependencies.identity;
    const account = await foreignAccount(dependencies, caller, body.email, 'give another address');
    const before = { new_email: account.newEmail };
    if (body.new_email === null) {
      await administration.keepAddress(account);
      noteDone(before, { new_email: null });
      return { result: true };
    }
    const newEmail = inviteEmail(body.new_email);
    await checkAddress(dependencies, account, newEmail);
    await sendCounted(caller, newEmail, () => administration.changeAddress(account, newEmail));
    noteDone(before, { new_email: newEmail });
    return { result: true };
  }),
});
