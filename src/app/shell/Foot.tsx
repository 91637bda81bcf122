/** The footer of the shell: version, year, owner, and "Times in" with the time zone of the account. */

import { chakra } from '@chakra-ui/react';
import { zoneName } from '#domain/text/dates';
import { useAccountZone } from '#widgets/AccountZone';

export interface Footer {
  /** Version of the server software, e.g. '1.4.0'. */
  readonly version: string;
  readonly year: number;
  readonly owner: string;
}

export function Foot({ version, year, owner, mini = false }: Footer & { readonly mini?: boolean }) {
  const { zone } = useAccountZone();
  return (
    <chakra.footer
      flex="none"
      display="flex"
      flexDirection="column"
      justifyContent="center"
      minHeight="52px"
      px={mini ? '8px' : '20px'}
      textAlign={mini ? 'center' : 'start'}
      textStyle="caption"
      color="fg.subtle"
      whiteSpace="nowrap"
    >
      <span>
        {!mini && 'Cloud software '}
        {version}
      </span>
      <span>
        © {year}
        {!mini && ` ${owner}`}
      </span>
      {!mini && <chakra.span whiteSpace="normal">{`Times in ${zoneName(zone)}`}</chakra.span>}
    </chakra.footer>
  );
}
