import { screenAddress } from '#domain/addresses';
import { chakra } from '@chakra-ui/react';
import { Hourglass } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useFeature } from '#hooks/features';
import { useAppSelector } from '#hooks/useAppSelector';
import { selectRole } from '#state/session';
import { Mark } from '#ui/Mark';
import { Section } from '#ui/Section';

const READERS: readonly string[] = ['system_admin', 'organisation_admin'];
const ToLog = chakra(Link, { base: { textDecoration: 'underline', textUnderlineOffset: '3px' } });

function Content({ serial }: { readonly serial: string }) {
  const isOffered = useFeature('audit_log');
  const role = useAppSelector(selectRole);
  if (!isOffered) {
    return (
      <Mark tone="plain" icon={Hourglass}>
        Coming Soon
      </Mark>
    );
  }
  if (role === null || !READERS.includes(role)) return <>System admins and organisation admins can read it.</>;
  return <ToLog to={screenAddress('/management/audit_log', { about: serial })}>{`Audit Log of ${serial}`}</ToLog>;
}

/** Renders "Audit Log", the link to the audit log of a device; "Coming Soon" if the server does not announce it. Source: MGMT-078, GAP-16. */
export function AuditLogSection({ serial }: { readonly serial: string }) {
  return (
    <Section title="Audit Log">
      <chakra.p pt="10px" color="fg.muted">
        <Content serial={serial} />
      </chakra.p>
    </Section>
  );
}
