import { type getLicenseSupportEngineers, getSystemAdmins } from '#contract/user';
import { seesEverything } from '#domain/people/rights';
import { selectRole } from '#state/session';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { useProductNames } from '#hooks/productNames';
import { Banner } from '#ui/Banner';
import { UserTable } from './UserTable.tsx';

interface Props {
  readonly call: typeof getSystemAdmins | typeof getLicenseSupportEngineers;
  readonly name: string;
  readonly label: string;
}

/** Renders the provider's staff of one user type. Source: USER-001, USER-002, CALL-063, CALL-064. */
export function StaffUsers({ call, name, label }: Props) {
  const query = useAnswer(call, {});
  const { company } = useProductNames();
  const role = useAppSelector(selectRole);
  const isEmpty = query.answer?.result.length === 0;
  return (
    <>
      {isEmpty && !seesEverything(role) && <Banner tone="quiet">{`The accounts of ${company} are shown to its own staff only.`}</Banner>}
      <UserTable
        name={name}
        label={label}
        userType={call === getSystemAdmins ? 'system_admin' : 'license_support_engineer'}
        query={query}
      />
    </>
  );
}
